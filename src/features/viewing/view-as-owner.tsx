/** A button in the portal that shows a business as its owner sees it. */
import { useMutation } from "convex/react";
import { Eye } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { paths } from "../../lib/address/paths";
import { useCall } from "../../lib/server/use-call";
import { errorText } from "../../strings/refusals/admin";
import { viewing as strings } from "../../strings/viewing";
import { Button } from "../../ui/button";
import { showError } from "../../ui/toast";

const words = { refusalText: () => strings.notBegun, errorText };

export function ViewAsOwner({ businessId }: { businessId: string }) {
  const begin = useMutation(api.admin.viewing.begin);
  const navigate = useNavigate();
  const { busy, send } = useCall(words, strings.notBegun, showError);
  const view = () =>
    send(
      () => begin({ businessId }),
      () => void navigate(paths.dashboard),
    );
  return (
    <Button
      icon={Eye}
      busy={busy}
      title={strings.meaning}
      onClick={() => void view()}
    >
      {strings.begin}
    </Button>
  );
}
