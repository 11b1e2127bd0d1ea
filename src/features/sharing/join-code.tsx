/** A join address as a QR code. */
import { dashboard } from "../../strings/dashboard";
import { QrCode } from "../../ui/qr-code";

export function JoinCode({ url, size }: { url: string; size: number }) {
  return (
    <QrCode
      value={url}
      size={size}
      aria-label={dashboard.sharing.code(url)}
      className="shrink-0 rounded-sm"
    />
  );
}
