/** Pictures for installation: every picture that the manifest and the pages name exists, with the stated size and kind. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pageHead } from "../../convex/profile/rules/pageHead.ts";
import { root } from "./tree.ts";

type Manifest = {
  id: string;
  scope: string;
  start_url: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
};
const manifest = JSON.parse(
  readFileSync(join(root, "public/app.webmanifest"), "utf8"),
) as Manifest;
const pngs = manifest.icons.filter(({ type }) => type === "image/png");
/** Width and height from the PNG's header. */
function sizeOf(path: string): string {
  const file = readFileSync(join(root, "public", path));
  expect(file.subarray(1, 4).toString()).toBe("PNG");
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

test("the icons have the sizes that browsers require for installation, and one can be cropped", () => {
  expect(pngs.map(({ src }) => sizeOf(src))).toEqual(
    pngs.map(({ sizes }) => sizes),
  );
  const plain = pngs.filter(({ purpose }) => purpose === undefined);
  expect(plain.map(({ sizes }) => sizes)).toEqual(["192x192", "512x512"]);
  expect(pngs.some(({ purpose }) => purpose === "maskable")).toBe(true);
});

test("the app has one id, and its start page is inside its scope", () => {
  expect(manifest.id).toBe("/");
  expect(manifest.start_url.startsWith(manifest.scope)).toBe(true);
});

test("the pages name pictures that exist", () => {
  const page = readFileSync(join(root, "index.html"), "utf8");
  const touch = /rel="apple-touch-icon" href="([^"]+)"/.exec(page)?.[1];
  expect(sizeOf(touch ?? "")).toBe("180x180");
  const head = pageHead({ path: "/", link: null }, null, {
    siteUrl: "https://a.test",
    signUp: "open",
    showsClaims: true,
  });
  const image = /"og:image" content="https:\/\/a\.test([^"]+)"/.exec(head)?.[1];
  expect(sizeOf(image ?? "")).toBe("512x512");
});
