/** 'Show phone numbers': shows an admin the numbers of a business's people for an hour. The audit log records it. */
import { useMutation } from "convex/react";
import { Eye } from "lucide-react";
import { directory } from "../../strings/admin/directory";
import { Button } from "../../ui/button";
import { passFocus } from "../../ui/pass-focus";
import { showError } from "../../ui/toast";
import { api } from "../../../convex/_generated/api";
import { useCall } from "../../lib/server/use-call";
import * as words from "./refusals";

const { participants: strings } = directory;

export function ShowPhones({ businessId }: { businessId: string }) {
  const show = useMutation(api.admin.directory.showPhones);
  const { busy, send } = useCall(words, strings.phonesFailed, showError);
  return (
    <Button
      // The button disappears once they are shown.
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
