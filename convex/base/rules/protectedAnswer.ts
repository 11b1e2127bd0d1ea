/** Security headers of our HTTP answers (OWASP ASVS 5 §3.4). Neither the engine nor Convex adds any. */

/** For answers that are no active pages and are not meant for other sites' pages. */
const PROTECTION: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};
const HSTS = "max-age=31536000; includeSubDomains";

/** Adds the security headers that the answer lacks. */
export function protectedAnswer(request: Request, answer: Response): Response {
  const { headers } = answer;
  for (const [name, value] of Object.entries(PROTECTION)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  if (request.url.startsWith("https:")) {
    headers.set("Strict-Transport-Security", HSTS);
  }
  return answer;
}
