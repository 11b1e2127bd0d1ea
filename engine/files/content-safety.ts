/** Headers that keep an uploaded file from acting as a page of the deployment's origin (SPEC.md FI4). */

/** Types a browser shows without running anything. Everything else, especially SVG and HTML, is a download. */
const SHOWN = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/bmp",
  "text/plain",
]);

/** Whether browsers show it; otherwise it is a download. */
export function isShown(contentType: string | null): boolean {
  const essence = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return SHOWN.has(essence) || /^(audio|video)\/[\w.+-]+$/.test(essence);
}

export function safetyHeaders(
  contentType: string | null,
): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Content-Disposition": isShown(contentType) ? "inline" : "attachment",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
}
