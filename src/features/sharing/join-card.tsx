/** 'Public Join (QR)': the code to put at the door. */
import { Share2, Tv } from "lucide-react";
import { isThisMachine } from "../../lib/address/leave-for";
import { useMay } from "../../lib/account/role";
import { joinUrl, paths } from "../../lib/address/paths";
import { dashboard } from "../../strings/dashboard";
import { shell } from "../../strings/shell";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { Card } from "../../ui/card";
import { JoinCode } from "./join-code";

const { sharing: strings } = dashboard;

/** In px: product.md C5. */
const SIZE = 128;

export default function JoinCard(props: {
  businessId: string;
  onShare: () => void;
}) {
  const { businessId, onShare } = props;
  const url = joinUrl(businessId);
  const manages = useMay("manageShop");
  return (
    <Card title={strings.title}>
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <JoinCode url={url} size={SIZE} />
        <div className="min-w-0 flex-[1_1_10rem]">
          <p className="text-sm font-semibold">{strings.url}</p>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="flex min-h-11 items-center rounded-sm text-sm break-all text-ink-2 underline-offset-2 hover:underline"
          >
            {url}
          </a>
          <Button icon={Share2} className="mt-2 w-full" onClick={onShare}>
            {strings.share}
          </Button>
          {manages && (
            <ButtonLink to={paths.poster} icon={Tv} className="mt-2 w-full">
              {shell.posters}
            </ButtonLink>
          )}
        </div>
      </div>
      {isThisMachine(window.location.hostname) && (
        <p className="mt-3 text-sm text-ink-2">{strings.thisMachineOnly}</p>
      )}
    </Card>
  );
}
