/** 'Share Link': the address to copy. */
import { Copy, Tv } from "lucide-react";
import { useRef } from "react";
import { useMay } from "../../lib/account/role";
import { joinUrl, paths } from "../../lib/address/paths";
import { dashboard } from "../../strings/dashboard";
import { shell } from "../../strings/shell";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { Dialog } from "../../ui/windows/dialog";
import { Field } from "../../ui/fields/field";
import { showError, showSuccess } from "../../ui/toast";
import { JoinCode } from "./join-code";

const { sharing: strings } = dashboard;

/** In px, large enough for the owner's own phone to scan. */
const SIZE = 224;

/** The link selects its text, so it can be copied by hand where the browser refuses. */
export function ShareDialog(props: {
  businessId: string;
  onClose: () => void;
}) {
  const { businessId, onClose } = props;
  const field = useRef<HTMLInputElement>(null);
  const url = joinUrl(businessId);
  const manages = useMay("manageShop");

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showSuccess(strings.copied);
      onClose();
    } catch {
      field.current?.select();
      showError(strings.copyByHand);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.share}
      description={strings.description}
    >
      <div className="grid auto-rows-max gap-5 overflow-y-auto px-4 pt-1 pb-5 md:px-6 md:pb-6">
        <div className="grid justify-center">
          <JoinCode url={url} size={SIZE} />
        </div>
        <Field
          ref={field}
          label={strings.url}
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <Button
          variant="primary"
          size="lg"
          icon={Copy}
          onClick={() => void copy()}
        >
          {strings.copy}
        </Button>
        {manages && (
          <ButtonLink to={paths.poster} size="lg" icon={Tv}>
            {shell.posters}
          </ButtonLink>
        )}
      </div>
    </Dialog>
  );
}
