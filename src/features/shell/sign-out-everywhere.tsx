/** 'Sign out everywhere?' */
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { shell } from "../../strings/shell";
import { Confirm } from "../../ui/windows/confirm";
import { useLeaving } from "./use-logout";

const { signOut: strings } = shell;

/** Mounted while it is open. Also closes after a failure. */
export function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const endAll = useMutation(api.account.current.signOutEverywhere);
  const leave = useLeaving();
  const confirm = async () => {
    await leave(strings.done, () => endAll({}));
    return null;
  };
  return (
    <Confirm
      open
      title={strings.question}
      question={strings.meaning}
      verb={strings.verb}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
