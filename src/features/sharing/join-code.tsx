/** A join address as a QR code. */
import { QRCodeSVG } from "qrcode.react";
import { dashboard } from "../../strings/dashboard";

/** Dark on white in both themes, with the quiet zone of four modules that scanners need. */
export function JoinCode({ url, size }: { url: string; size: number }) {
  return (
    <QRCodeSVG
      value={url}
      size={size}
      level="M"
      marginSize={4}
      fgColor="var(--code)"
      bgColor="var(--code-paper)"
      role="img"
      aria-label={dashboard.sharing.code(url)}
      className="shrink-0 rounded-sm"
    />
  );
}
