/** Turns sentences and links into an e-mail, in plain text and in HTML. Escapes typed text. */
import { escaped } from "../../base/rules/html";
import type { Mail } from "./mail";

/**
 * A name that somebody typed, which mail programs must not turn into a link. A zero-width non-joiner after each dot and
 * colon ends the address, and browsers refuse a host with one (UTS 46); they would skip other invisible characters.
 */
export function unlinked(name: string): string {
  return name.replace(/[.:\u3002\uff0e\uff61](?=\S)/gu, "$&\u200c");
}

/** @param unsubscribeUrl only if the reader may end such mails */
export function composed({
  subject,
  lines,
  links,
  unsubscribeUrl,
}: {
  subject: string;
  lines: readonly string[];
  links: readonly (readonly [words: string, url: string])[];
  unsubscribeUrl?: string;
}): Mail {
  const ways = links.map(([words, url]) => `${words}: ${url}`);
  return {
    subject,
    text: `${[...lines, ...ways].join("\n\n")}\n`,
    html: [
      ...lines.map(
        (line) => `<p>${escaped(line).replaceAll("\n", "<br>")}</p>`,
      ),
      ...links.map(
        ([words, url]) =>
          `<p><a href="${escaped(url)}">${escaped(words)}</a></p>`,
      ),
    ].join(""),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  };
}
