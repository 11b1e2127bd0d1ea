/** 'Sign out everywhere?' */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Confirm } from "../../ui/confirm";
import { useLeaving } from "./use-logout";

/** Mounted while it is open; closes itself when nothing could be ended. */
export function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const endAll = useMutation(api.account.signOutEverywhere);
  const leave = useLeaving();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await leave("You are signed out everywhere.", () => endAll({}));
    onClose();
  };
  return (
    <Confirm
      open
      title="Sign out everywhere?"
      question="Every browser and device that is signed in to this account is signed out, this one too. Your queues and the people in them stay as they are."
      verb="Sign Out Everywhere"
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
