/**
 * Headers that keep an uploaded file from acting as a page of the deployment's origin (own addition to contract i).
 * Decides by the stored type alone: browsers are told not to guess another.
 */

/** Types a browser shows without running anything. Everything else, SVG and HTML above all, is offered as a download. */
const SHOWN = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/bmp",
  "text/plain",
]);

/** Whether browsers show it; else they offer it as a download. */
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
