/** Sentences and links as an e-mail: the same in plain text and in HTML, what people typed escaped. Not the sentences. */
import type { Mail } from "./mail";

/** A mail of paragraphs and, after them, links. @param unsubscribeUrl only where the reader may end such mails */
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

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
