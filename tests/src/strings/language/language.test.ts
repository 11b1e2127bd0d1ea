/** Which language a page uses, and where its strings come from. */
import { afterEach, expect, test, vi } from "vitest";
import {
  openLanguage,
  pageLocale,
  strings,
} from "../../../../src/strings/language/language.ts";

const english = {
  title: "Join",
  ahead: (count: number) => `${count} ahead`,
  called: { title: "Your turn!", body: "Please come." },
  days: ["Sunday", "Monday"],
};
const german = {
  customers: {
    ahead: (count: number) => `noch ${count}`,
    called: { title: "Sie sind dran!" },
    days: ["Sonntag", "Montag"],
  },
};
const files = {
  "./de.ts": () => Promise.resolve(german),
  "./he.ts": () => Promise.resolve({}),
  "./fr.ts": () => Promise.reject(new Error("offline")),
};
afterEach(async () => await openLanguage([], {}));

test("the best wanted language that has a file is used, and English where it has no string", async () => {
  await openLanguage(["nl-NL", "de-AT", "en-US"], files);
  expect(document.documentElement.lang).toBe("de");
  expect(pageLocale()).toBe("de-AT");
  const table = strings("customers", english);
  expect(table).toMatchObject({
    title: "Join",
    called: { title: "Sie sind dran!", body: "Please come." },
    days: ["Sonntag", "Montag"],
  });
  expect(table.ahead(2)).toBe("noch 2");
  expect(strings("dashboard", english)).toBe(english);
});

test.each([
  [["en-US", "de"], "en", "en-US"],
  [["nl"], "en", "en-GB"],
  [[], "en", "en-GB"],
])("%j reads %s, with dates as in %s", async (wanted, lang, dates) => {
  await openLanguage(wanted, files);
  expect(document.documentElement.lang).toBe(lang);
  expect(pageLocale()).toBe(dates);
  expect(strings("customers", english)).toBe(english);
});

test("an invalid language tag is skipped", async () => {
  await openLanguage(["en-US@posix"], files);
  expect(new Intl.NumberFormat(pageLocale()).format(1_000)).toBe("1,000");
  await openLanguage(["de@euro", "de-AT"], files);
  expect(pageLocale()).toBe("de-AT");
});

test("a right-to-left language sets the page's direction, and English resets it", async () => {
  await openLanguage(["he-IL"], files);
  expect(document.documentElement.dir).toBe("rtl");
  await openLanguage(["en"], files);
  expect(document.documentElement.dir).toBe("ltr");
});

test("a language that cannot be loaded becomes English", async () => {
  const told = vi.spyOn(console, "error").mockReturnValue();
  await openLanguage(["de"], files);
  await openLanguage(["fr-FR"], files);
  expect(told).toHaveBeenCalledOnce();
  expect(document.documentElement.lang).toBe("en");
  expect(pageLocale()).toBe("en-GB");
  expect(strings("customers", english)).toBe(english);
});
