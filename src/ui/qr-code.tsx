/** A QR code: dark on white in both themes, with the quiet zone of four modules that scanners need. */
import { QRCodeSVG } from "qrcode.react";
import type { ComponentProps } from "react";

export function QrCode(props: ComponentProps<typeof QRCodeSVG>) {
  return (
    <QRCodeSVG
      level="M"
      marginSize={4}
      fgColor="var(--color-code)"
      bgColor="var(--color-code-paper)"
      role="img"
      {...props}
    />
  );
}
