/** Who is signed in, and 'Sign out everywhere'. */
import { MonitorX } from "lucide-react";
import { useState } from "react";
import { SignOutEverywhere } from "../../features/shell/sign-out-everywhere";
import { billing } from "../../strings/billing";
import { shell } from "../../strings/shell";
import { signedIn } from "../../strings/signed-in";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";

export function AccountCard({ email }: { email: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <Card title={billing.account}>
      <p className="mt-1 text-ink-2">
        {signedIn.signedInAs[0]}{" "}
        <b className="wrap-anywhere text-ink">{email}</b>
        {signedIn.signedInAs[1]}
      </p>
      <Button icon={MonitorX} className="mt-4" onClick={() => setAsking(true)}>
        {shell.signOut.verb}
      </Button>
      {asking && <SignOutEverywhere onClose={() => setAsking(false)} />}
    </Card>
  );
}
