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

/** A name of any script in a line or link: in HTML its direction does not affect the rest. Clean names have no such marks. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

function inHtml(text: string): string {
  return escaped(text)
    .replaceAll("\u2068", "<bdi>")
    .replaceAll("\u2069", "</bdi>")
    .replaceAll("\n", "<br>");
}

function inPlainText(text: string): string {
  return text.replace(/[\u2068\u2069]/gu, "");
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
    text: inPlainText(`${[...lines, ...ways].join("\n\n")}\n`),
    html: [
      ...lines.map((line) => `<p dir="auto">${inHtml(line)}</p>`),
      ...links.map(
        ([words, url]) =>
          `<p><a href="${escaped(url)}">${inHtml(words)}</a></p>`,
      ),
    ].join(""),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  };
}
