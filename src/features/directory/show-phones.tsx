/** 'Show Phone Numbers': an admin sees the numbers of a business's people for an hour, and that is recorded. */
import { useMutation } from "convex/react";
import { Eye } from "lucide-react";
import { directory } from "../../strings/directory";
import { Button } from "../../ui/button";
import { passFocus } from "../../ui/pass-focus";
import { showError } from "../../ui/toast";
import { api } from "../../../convex/_generated/api";
import { useCall } from "./use-call";

const { participants: strings } = directory;

/** @param businessId whose people they are */
export function ShowPhones({ businessId }: { businessId: string }) {
  const show = useMutation(api.admin.directory.showPhones);
  const { busy, send } = useCall(strings.phonesFailed, showError);
  return (
    <Button
      // They are shown then, and it goes away.
      ref={passFocus}
      size="field"
      icon={Eye}
      busy={busy}
      onClick={() => void send(() => show({ businessId }))}
    >
      {strings.showPhones}
    </Button>
  );
}
