/** 'Sign out everywhere?' */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { shell } from "../../strings/shell";
import { Confirm } from "../../ui/windows/confirm";
import { useLeaving } from "./use-logout";

const { signOut: strings } = shell;

/** Mounted while it is open. Also closes after a failure. */
export function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const endAll = useMutation(api.account.current.signOutEverywhere);
  const leave = useLeaving();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await leave(strings.done, () => endAll({}));
    onClose();
  };
  return (
    <Confirm
      open
      title={strings.question}
      question={strings.meaning}
      verb={strings.verb}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
