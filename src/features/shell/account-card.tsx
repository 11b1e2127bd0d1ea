/** The account on a phone's Manage tab; on wide screens the sidebar has its action. Logging out here alone is in the bar below. */
import { MonitorX } from "lucide-react";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";

/** @param email who is signed in */
export function AccountCard({
  email,
  onSignOutEverywhere,
}: {
  email: string;
  onSignOutEverywhere: () => void;
}) {
  return (
    <Card title="Account">
      <p className="mt-1 text-ink-2">
        You are signed in as <b className="wrap-anywhere text-ink">{email}</b>.
      </p>
      <Button
        size="lg"
        icon={MonitorX}
        className="mt-4 w-full"
        onClick={onSignOutEverywhere}
      >
        Sign Out Everywhere
      </Button>
    </Card>
  );
}
