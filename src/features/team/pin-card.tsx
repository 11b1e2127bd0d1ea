/** One's own PIN for the shop's tablet, in a shop that has one. */
import { useQuery } from "convex/react";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { team } from "../../strings/team";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { PinWindow } from "./pin-window";

const { pin: strings } = team;

export default function PinCard({ personId }: { personId: string }) {
  const own = useQuery(api.team.tablets.ownPin, {});
  const [open, setOpen] = useState(false);
  if (!own) return null;
  const verb = own.isSet ? strings.change : strings.set;
  return (
    <Card title={strings.title}>
      <p className="mt-2 max-w-prose text-ink-2">
        {own.isSet ? strings.isSet : strings.notSet} {strings.meaning}
      </p>
      <Button
        size="field"
        icon={KeyRound}
        className="mt-4"
        onClick={() => setOpen(true)}
      >
        {verb}
      </Button>
      {open && (
        <PinWindow
          personId={personId}
          title={verb}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}
