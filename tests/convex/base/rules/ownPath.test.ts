/** product.md M9, G1: links from others lead to our own pages or nowhere. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ownPath,
  ownPathOfUrl,
} from "../../../../convex/base/rules/ownPath.ts";

describe("ownPath", () => {
  test.each([
    ["/dashboard", "/dashboard"],
    ["/", "/"],
    ["/join?b=abc#top", "/join?b=abc#top"],
    ["/a/../b", "/b"],
    ["/profile?next=%2Fdashboard", "/profile?next=%2Fdashboard"],
    ["/?redirect=//evil.example", "/?redirect=//evil.example"],
  ])("%s is ours", (text, path) => expect(ownPath(text)).toBe(path));

  test.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "%2f%2fevil.example",
    "/%2fevil.example",
    "/%252f%252fevil.example",
    "/%252525252fevil.example",
    `/${"%25".repeat(9)}2fevil.example`,
    "/%5cevil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/%09/evil.example",
    "/%0d%0a/evil.example",
    "/%00/evil.example",
    "/x\\..\\\\evil.example",
    "/x/..//evil.example",
    "@evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/../%2fevil.example",
    "/%2e//evil.example",
    "evil.example",
    "\u3002evil.example",
    "/%",
    "/%E0%A4%A",
    ` /dashboard`,
    "",
    `/${"a".repeat(10_000)}`,
    null,
    undefined,
  ])("%j is not", (text) => expect(ownPath(text)).toBeNull());

  test("gives only paths that stay on their origin in a browser and do not change again", () => {
    const bits = fc.constantFrom(
      ..."/\\.:@%25fF9\t\n?#ahtps".split(""),
      "%2f",
      "%5c",
      "//",
      "..",
      "evil.example",
    );
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 12 }), (parts) => {
        const path = ownPath(`/${parts.join("")}`);
        if (path === null) return;
        const url = new URL(path, "https://shop.example/login?x=1");
        expect(url.origin).toBe("https://shop.example");
        expect(ownPath(path)).toBe(path);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("ownPathOfUrl", () => {
  const site = "https://shop.example";
  test("takes our own addresses and plain paths", () => {
    expect(ownPathOfUrl(`${site}/a?b=1`, site)).toBe("/a?b=1");
    expect(ownPathOfUrl("/a?b=1", site)).toBe("/a?b=1");
  });

  test.each([
    "http://shop.example/a",
    "https://shop.example:444/a",
    "https://shop.example.evil.example/a",
    "https://shop.example//evil.example",
    "https://shop.example@evil.example/",
    "javascript:alert(1)",
    "//evil.example",
    "ftp://shop.example/a",
    "//shop.example/a",
  ])("refuses %s", (url) => expect(ownPathOfUrl(url, site)).toBeNull());

  test("refuses every full address when the site's address is unknown", () => {
    expect(ownPathOfUrl(`${site}/a`, "")).toBeNull();
  });
});
