/** The address of the shop's display, to be typed or copied. */
import { Tv } from "lucide-react";
import { paths } from "../../lib/address/paths";
import { poster } from "../../strings/poster";
import { ButtonLink } from "../../ui/button-link";
import { Card } from "../../ui/card";
import { CopyButton } from "../../ui/fields/copy-field";

const { board: strings } = poster;

export default function TvCard({ businessId }: { businessId: string }) {
  const path = `${paths.display}?b=${encodeURIComponent(businessId)}`;
  const address = window.location.origin + path;
  return (
    <Card title={strings.title} className="max-w-xl p-4 sm:p-5 lg:p-6">
      <p className="mt-1 mb-4 text-ink-2">{strings.text}</p>
      <p className="font-semibold">{strings.address}</p>
      <p className="mt-1.5 rounded-md bg-sunken p-3.5 wrap-anywhere select-all">
        {address}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton address={address} words={strings} />
        <ButtonLink to={path} target="_blank" icon={Tv}>
          {strings.open}
        </ButtonLink>
      </div>
    </Card>
  );
}
