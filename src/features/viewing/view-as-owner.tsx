/** A button in the portal that shows a business as its owner sees it. */
import { useMutation } from "convex/react";
import { Eye } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { paths } from "../../lib/address/paths";
import { errorText } from "../../strings/refusals/admin";
import { viewing as strings } from "../../strings/viewing";
import { Button } from "../../ui/button";
import { showError } from "../../ui/toast";

export function ViewAsOwner({ businessId }: { businessId: string }) {
  const begin = useMutation(api.admin.viewing.begin);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const view = async () => {
    setBusy(true);
    try {
      const begun = await begin({ businessId });
      if (begun.ok) return void navigate(paths.dashboard);
      showError(strings.notBegun);
    } catch (error) {
      showError(errorText(error, strings.notBegun));
    }
    setBusy(false);
  };
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
