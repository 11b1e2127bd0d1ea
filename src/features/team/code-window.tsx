/** The pairing code of a tablet, shown once: to scan, or to type. Says when the tablet has used it. */
import { CircleCheck } from "lucide-react";
import { shownCode } from "../../../convex/business/rules/tablets";
import { paths } from "../../lib/address/paths";
import { isolated } from "../../strings/language/intl";
import { team } from "../../strings/team";
import { Dialog } from "../../ui/windows/dialog";
import { QrCode } from "../../ui/qr-code";

const { code: strings } = team.tablets;

export default function CodeWindow(props: {
  name: string;
  code: string;
  isPaired: boolean;
  onClose: () => void;
}) {
  const { name, code, isPaired, onClose } = props;
  const address = `${window.location.host}${paths.tablet}`;
  return (
    <Dialog
      onClose={onClose}
      title={strings.title(isolated(name))}
      description={isPaired ? undefined : strings.meaning}
      width="confirm"
      isShownOnce={!isPaired}
    >
      <div className="grid justify-items-center gap-4 overflow-y-auto px-4 pb-5 md:px-6">
        {!isPaired && (
          <>
            <QrCode
              value={`${window.location.origin}${paths.tablet}#${code}`}
              size={176}
              aria-hidden
              className="shrink-0 rounded-sm"
            />
            <dl className="grid gap-2 text-center">
              <dt className="text-sm text-ink-2">{strings.address}</dt>
              <dd className="font-semibold wrap-anywhere">{address}</dd>
              <dt className="text-sm text-ink-2">{strings.code}</dt>
              <dd className="text-3xl font-extrabold tracking-wider">
                {shownCode(code)}
              </dd>
            </dl>
          </>
        )}
        <p
          role="status"
          className={
            isPaired
              ? "flex items-center gap-2 text-lg font-semibold"
              : "text-center text-sm text-balance text-ink-2"
          }
        >
          {isPaired && (
            <CircleCheck className="size-6 shrink-0 text-brand-text" />
          )}
          {isPaired ? strings.paired(isolated(name)) : strings.once}
        </p>
      </div>
    </Dialog>
  );
}
