/** The headers of our answers over HTTP that protect browsers (OWASP ASVS 5 §3.4); the engine, like Convex, adds none. */

/** No answer is a page that does anything, and none is for pages of others. */
const PROTECTION: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};
const HSTS = "max-age=31536000; includeSubDomains";

/** The answer with the headers that protect browsers, where it has none of its own. */
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
