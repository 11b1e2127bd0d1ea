/** The offline page and the worker that caches it belong together. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./tree.ts";

const read = (name: string) => readFileSync(join(root, "public", name), "utf8");

test("the service worker names the digest of the offline page, so that browsers notice a change", () => {
  // If offline.html changes alone, this fails. The message shows the name to write into sw.js.
  const digest = createHash("sha256")
    .update(read("offline.html"))
    .update(read("offline.js"))
    .digest("hex");
  expect(/"(offline-\w+)"/.exec(read("sw.js"))?.[1]).toBe(
    `offline-${digest.slice(0, 8)}`,
  );
});

test("the offline page's colours are those of the tokens", () => {
  const tokens = read("../src/ui/tokens.css");
  const [light = "", dark = ""] = tokens.split(/\[data-theme="dark"\]\s*\{/);
  const own = read("offline.html");
  const [ownLight = "", ownDark = ""] = own.split('[data-theme="dark"] {');
  for (const [theirs, ours] of [
    [light, ownLight],
    [dark, ownDark],
  ] as const)
    for (const [line] of ours.matchAll(/--[\w-]+: #\w+;/g))
      expect(theirs).toContain(line.replace("--", "--color-"));
});
