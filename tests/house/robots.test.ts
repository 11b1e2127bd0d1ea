/** What public/robots.txt lets programs read that obey it (RFC 9309, 2.2.2: the longest matching rule counts). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./tree.ts";

const file = readFileSync(join(root, "public/robots.txt"), "utf8");
const rules = [...file.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(
  ([, kind, path = ""]) => ({ kind, path }),
);

function mayRead(address: string): boolean {
  const [longest] = rules
    .filter(({ path }) => address.startsWith(path))
    .sort((a, b) => b.path.length - a.path.length);
  return longest?.kind !== "Disallow";
}

test.each([
  ["a page", "/join?b=shop", true],
  ["the picture of a link preview", "/api/storage/key", true],
  ["a calendar link, for Google Calendar", "/api/calendar-feed?token=x", true],
  ["other calls", "/api/send-sms", false],
  ["the storage test", "/storage-test", false],
])("%s: %s is read: %s", (_what, address, expected) => {
  expect(mayRead(address)).toBe(expected);
});
