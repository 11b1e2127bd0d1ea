/** The account on a phone's Manage tab; on wide screens the sidebar has its action. Logout is in the bar below. */
import { MonitorX } from "lucide-react";
import { dashboard } from "../../strings/dashboard";
import { signedIn } from "../../strings/signed-in";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";

const { account: strings } = dashboard;

export function AccountCard(props: {
  email: string;
  onSignOutEverywhere: () => void;
}) {
  const { email, onSignOutEverywhere } = props;
  return (
    <Card title={strings.title}>
      <p className="mt-1 text-ink-2">
        {signedIn.signedInAs[0]}{" "}
        <b className="wrap-anywhere text-ink">{email}</b>
        {signedIn.signedInAs[1]}
      </p>
      <Button
        size="lg"
        icon={MonitorX}
        className="mt-4 w-full"
        onClick={onSignOutEverywhere}
      >
        {strings.signOutEverywhere}
      </Button>
    </Card>
  );
}
