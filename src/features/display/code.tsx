/** The join address as a QR code: dark on white in both themes, with the quiet zone that scanners need. */
import { QRCodeSVG } from "qrcode.react";
import { joinUrl } from "../../lib/address/paths";
import { display as strings } from "../../strings/display";

export function Code({ businessId }: { businessId: string }) {
  const url = joinUrl(businessId);
  return (
    <QRCodeSVG
      value={url}
      level="M"
      marginSize={4}
      fgColor="var(--code)"
      bgColor="var(--code-paper)"
      role="img"
      aria-label={strings.code(url)}
      className="board-code"
    />
  );
}
