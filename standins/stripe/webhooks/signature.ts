/** Stripe's signature of a webhook: https://docs.stripe.com/webhooks#verify-manually */
import { createHmac } from "node:crypto";

/** @param secrets two while one is rolled: Stripe signs with both @param at Unix seconds of the attempt */
export function signatureHeader(
  body: string,
  secrets: readonly string[],
  at: number,
): string {
  const signatures = secrets.map((secret) =>
    createHmac("sha256", secret).update(`${at}.${body}`).digest("hex"),
  );
  return [`t=${at}`, ...signatures.map((hex) => `v1=${hex}`)].join(",");
}
