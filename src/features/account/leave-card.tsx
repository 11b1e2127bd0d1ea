/** 'Leave …' for a manager or staff: ends their place in the shop, and with it their account. */
import { useMutation } from "convex/react";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useMay } from "../../lib/account/role";
import { whyNot } from "../../lib/server/use-call";
import { profile } from "../../strings/profile";
import * as words from "../../strings/refusals/owner";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Confirm } from "../../ui/windows/confirm";

const { leave: strings } = profile;

export default function LeaveCard(props: {
  shop: string;
  /** True while the account is being deleted, false after a failure. */
  ending: (is: boolean) => void;
  onGone: () => void;
}) {
  const { shop, ending, onGone } = props;
  const leave = useMutation(api.team.people.leave);
  const meaning = strings.meaning(useMay("manageShop"));
  const [asking, setAsking] = useState(false);

  const confirm = async () => {
    ending(true);
    const why = await whyNot(words, strings.failed, () => leave({}), onGone);
    if (why !== null) ending(false);
    // It stays until the page is gone.
    return why ?? undefined;
  };

  return (
    <Card title={strings.title(shop)}>
      <p className="mt-2 max-w-prose text-ink-2">{meaning}</p>
      <Button
        variant="outlineDanger"
        size="field"
        icon={LogOut}
        className="mt-4 wrap-anywhere"
        onClick={() => setAsking(true)}
      >
        {strings.title(shop)}
      </Button>
      <Confirm
        open={asking}
        title={strings.question(shop)}
        question={meaning}
        verb={strings.verb}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </Card>
  );
}
