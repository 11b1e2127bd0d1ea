/** 'Sign out everywhere?' */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { dashboard } from "../../strings/dashboard";
import { Confirm } from "../../ui/windows/confirm";
import { useLeaving } from "./use-logout";

const { account: strings } = dashboard;

/** Mounted while it is open. Also closes after a failure. */
export function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const endAll = useMutation(api.account.current.signOutEverywhere);
  const leave = useLeaving();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await leave(strings.signedOutEverywhere, () => endAll({}));
    onClose();
  };
  return (
    <Confirm
      open
      title={strings.signOutQuestion}
      question={strings.signOutMeaning}
      verb={strings.signOutEverywhere}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
