/** The join address as a QR code. */
import { joinUrl } from "../../lib/address/paths";
import { display as strings } from "../../strings/display";
import { QrCode } from "../../ui/qr-code";

export function Code({ businessId }: { businessId: string }) {
  const url = joinUrl(businessId);
  return (
    <QrCode value={url} aria-label={strings.code(url)} className="board-code" />
  );
}
