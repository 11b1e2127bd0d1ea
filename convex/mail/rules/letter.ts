/** Turns sentences and links into an e-mail, in plain text and in HTML. Escapes typed text. */
import { escaped } from "../../base/rules/html";
import type { Mail } from "./mail";

/** @param unsubscribeUrl only if the reader may end such mails */
export function letterOf({
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
