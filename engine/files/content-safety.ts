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

export function safetyHeaders(
  contentType: string | null,
): Record<string, string> {
  const essence = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const shown = SHOWN.has(essence) || /^(audio|video)\/[\w.+-]+$/.test(essence);
  return {
    "X-Content-Type-Options": "nosniff",
    "Content-Disposition": shown ? "inline" : "attachment",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
}
