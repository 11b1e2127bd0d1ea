/** 'Share Link': the address to copy. */
import { Tv } from "lucide-react";
import { useMay } from "../../lib/account/role";
import { joinUrl, paths } from "../../lib/address/paths";
import { dashboard } from "../../strings/dashboard";
import { shell } from "../../strings/shell";
import { ButtonLink } from "../../ui/button-link";
import { Dialog } from "../../ui/windows/dialog";
import { CopyField } from "../../ui/fields/copy-field";
import { JoinCode } from "./join-code";

const { sharing: strings } = dashboard;

/** In px, large enough for the owner's own phone to scan. */
const SIZE = 224;

export function ShareDialog(props: {
  businessId: string;
  onClose: () => void;
}) {
  const { businessId, onClose } = props;
  const url = joinUrl(businessId);
  const manages = useMay("manageShop");

  return (
    <Dialog
      onClose={onClose}
      title={strings.share}
      description={strings.description}
    >
      <div className="grid auto-rows-max gap-5 overflow-y-auto px-4 pt-1 pb-5 md:px-6 md:pb-6">
        <div className="grid justify-center">
          <JoinCode url={url} size={SIZE} />
        </div>
        <CopyField
          label={strings.url}
          address={url}
          words={strings}
          onCopied={onClose}
          variant="primary"
          size="lg"
        />
        {manages && (
          <ButtonLink to={paths.poster} size="lg" icon={Tv}>
            {shell.posters}
          </ButtonLink>
        )}
      </div>
    </Dialog>
  );
}
