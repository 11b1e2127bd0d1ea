/** The user's credentials, and the windows that change them. */
import { useState } from "react";
import { useUnproven } from "../../lib/account/me";
import { profile } from "../../strings/profile";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ChangeEmail } from "./change-email";
import { ChangePassword } from "./change-password";
import ConfirmEmail from "./confirm-email";

const { account: strings } = profile;

export function CredentialsCard({ email }: { email: string }) {
  const [open, setOpen] = useState<"email" | "password" | null>(null);
  const unproven = useUnproven();
  const close = () => setOpen(null);
  return (
    <Card title={strings.title}>
      <p className="mt-4 text-sm text-ink-2">{strings.email}</p>
      <p className="font-medium wrap-anywhere">
        <bdi>{email}</bdi>
      </p>
      {unproven !== null && (
        <ConfirmEmail email={unproven} why={strings.notConfirmed} />
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button size="field" onClick={() => setOpen("email")}>
          {strings.changeEmail}
        </Button>
        <Button size="field" onClick={() => setOpen("password")}>
          {strings.changePassword}
        </Button>
      </div>
      {open === "email" && <ChangeEmail onClose={close} />}
      {open === "password" && <ChangePassword email={email} onClose={close} />}
    </Card>
  );
}
