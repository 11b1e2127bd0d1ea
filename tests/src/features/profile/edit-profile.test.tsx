/** The cards of the settings: what they show, how they open, their errors, and what is sent. */
import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { must } from "../../../../convex/base/rules/errors";
import { Cards } from "../../../../src/features/profile/cards.tsx";
import { type CardName } from "../../../../src/features/profile/card-names.ts";
import { storageKeys } from "../../../../src/lib/storage.ts";
import { defaultHours } from "../../../../convex/business/rules/hours";
import type { Settings } from "../../../../convex/business/rules/settings";
import {
  call,
  click,
  draw,
  freshBackend,
  find,
  press,
} from "../../fake-backend.tsx";
import { SHOP } from "../../samples.ts";
import { act } from "../../act.ts";
import { field, write } from "../../user.ts";

// A page with hundreds of names takes seconds to draw here.
vi.mock("../../../../src/features/profile/places.ts", () => ({
  zoneName: (name: string) => name,
  zoneChoices: () =>
    ["Asia/Kathmandu", "Europe/London"].map((value) => ({
      ...{ value, label: value },
    })),
  countryChoices: () =>
    ["GB", "US"].map((value) => ({ ...{ value, label: value } })),
}));

const SETTINGS: Settings = {
  name: "Fade & Fortune",
  phone: "+442079460123",
  description: "Cuts",
  slotMinutes: 30,
  operatingHours: defaultHours,
  specialDays: [{ day: "2099-12-25", hours: null }],
  walkInsOnlyWhenOpen: false,
  almostAt: 2,
  timezone: "Europe/London",
  country: "GB",
  clock: "byCountry",
  whenUnmarked: "ask",
  graceMinutes: 5,
  boardNames: "number",
};

const EDIT = {
  details: "Edit Profile",
  hours: "Edit: Operating hours",
  visits: "Edit: Who can join and book",
  line: "Edit: The line",
};
const backend = freshBackend();
const onClose = vi.fn();
const known = { businessId: SHOP.businessId, logoUrl: null, notice: null };

async function show(settings = SETTINGS, businessId = SHOP.businessId) {
  const shop = { ...known, businessId, settings };
  return await draw(
    backend,
    <Cards known={shop} first={null} onClose={onClose} />,
  );
}
const edit = async (card: CardName) =>
  await click(`button[aria-label="${EDIT[card]}"]`);
async function showOpen(card: CardName, settings = SETTINGS) {
  const close = await show(settings);
  await edit(card);
  return close;
}
/** The names of the open forms. */
const opened = () =>
  [...document.querySelectorAll("form")].map((form) => form.ariaLabel);
const save = async () => await press(/^Save Changes/);
const draft = () => localStorage.getItem(storageKeys.draft("profile"));

beforeEach(() => {
  localStorage.clear();
  backend.on(api.profile.businesses.saveProfile, () => ({ ok: true }));
  backend.on(api.profile.files.setLogo, () => ({ ok: true }));
  onClose.mockReset();
});

describe("read", () => {
  const entries = () =>
    [...document.querySelectorAll("#hours dl div")].map((entry) =>
      [...entry.children].map((part) => part.textContent).join(": "),
    );

  test("equal days that follow each other are one line, then come the days off", async () => {
    const late = { start: "18:00", end: "02:00" };
    const past = { day: "2020-12-25", hours: null };
    const specialDays = [past, { ...past, day: "2099-12-25" }];
    const allDay = { start: "00:00", end: "24:00" };
    const operatingHours = { ...defaultHours, "5": late, "6": allDay };
    await show({ ...SETTINGS, operatingHours, specialDays });
    expect(entries()).toEqual([
      "Monday to Thursday: 09:00 to 17:00",
      "Friday: 18:00 to 02:00 the next day",
      "Saturday: Open 24 hours",
      "Sunday: Closed",
      expect.stringMatching(/25 December 2099: Closed$/),
    ]);
    find("#hours h3", "Days off");
  });

  test("stays while another card is edited", async () => {
    await showOpen("details");
    expect(entries()[0]).toBe("Monday to Friday: 09:00 to 17:00");
    find("#line dd", "Ask when unsure");
    find("#details", /Editing/);
  });
});

describe("one card at a time", () => {
  test("takes the focus, and gives it back to its button", async () => {
    await showOpen("line");
    expect(opened()).toEqual([EDIT.line]);
    expect(document.activeElement).toBe(document.querySelector("form"));
    await press("Cancel");
    expect(opened()).toEqual([]);
    expect(document.activeElement?.ariaLabel).toBe(EDIT.line);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test("another opens instead of an unchanged one", async () => {
    await showOpen("line");
    await edit("hours");
    expect(opened()).toEqual([EDIT.hours]);
    expect(document.activeElement).toBe(document.querySelector("form"));
  });

  test("asks before it discards changes, for Cancel and for another card", async () => {
    await showOpen("hours");
    await press("Add a date");
    await press("Cancel");
    find("[role=alertdialog] h2", "You have changes here.");
    find("[role=alertdialog] p", "Not saved yet: Operating hours.");
    await press("Keep editing");
    expect(opened()).toEqual([EDIT.hours]);
    await edit("visits");
    await press(/^Discard/);
    expect(opened()).toEqual([EDIT.visits]);
    expect(document.activeElement).toBe(document.querySelector("form"));
    expect(draft()).toBeNull();
  });

  test("does not ask once the changes are changed back by hand, whatever the order of the server's fields", async () => {
    const hours = { end: "17:00", start: "09:00" };
    const operatingHours = { ...defaultHours, "1": hours };
    await showOpen("hours", { ...SETTINGS, operatingHours });
    await write("end-1", "18:00");
    await write("end-1", "17:00");
    await press("Cancel");
    expect(opened()).toEqual([]);
  });

  test("one that was closed while it is saved does not close the next", async () => {
    let answer = (_is: object) => {};
    const answered = new Promise((resolve) => (answer = resolve));
    backend.on(api.profile.businesses.saveProfile, () => answered);
    await showOpen("details");
    await write("name", "Fade");
    await save();
    await edit("line");
    await press(/^Discard/);
    await act(async () => answer({ ok: true }));
    expect(opened()).toEqual([EDIT.line]);
  });
});

describe("the form", () => {
  test.each(["details", "hours", "visits", "line"] as const)(
    "of %s sends unchanged settings as they were",
    async (card) => {
      await showOpen(card);
      await save();
      expect(backend.sent).toEqual([
        call(api.profile.businesses.saveProfile, {
          ...{ ...SETTINGS, base: SETTINGS },
        }),
      ]);
      expect(opened()).toEqual([]);
      expect(document.activeElement?.ariaLabel).toBe(EDIT[card]);
    },
  );

  const sends = async (changes: Partial<Settings>) => {
    await save();
    expect(backend.sent.at(-1)?.args).toEqual({
      ...{ ...SETTINGS, ...changes },
      base: SETTINGS,
    });
  };

  test("sends the changes of its card", async () => {
    await showOpen("details");
    await write("timezone", "Asia/Kathmandu");
    await write("country", "");
    await write("clock", "h12");
    await sends({ timezone: "Asia/Kathmandu", country: null, clock: "h12" });
    await edit("visits");
    await act(async () => field("walkInsOnlyWhenOpen").click());
    await sends({ walkInsOnlyWhenOpen: true });
    await edit("line");
    await write("whenUnmarked", "came");
    await write("graceMinutes", "7");
    await write("boardNames", "initials");
    await sends({
      ...{ whenUnmarked: "came", graceMinutes: 7, boardNames: "initials" },
    });
  });

  test("shows a stored end at midnight, and says when hours end the next day", async () => {
    const late = { start: "18:00", end: "24:00" };
    const night = { start: "18:00", end: "02:00" };
    const settings = {
      ...SETTINGS,
      operatingHours: { ...defaultHours, "5": late, "6": night },
      specialDays: [{ day: "2099-12-25", hours: night }],
    };
    await showOpen("hours", settings);
    expect(field("end-5").value).toBe("00:00");
    expect(field("end-6").value).toBe("02:00");
    const shown = document.body.textContent ?? "";
    expect(shown.split("until 02:00 the next day")).toHaveLength(3);
    expect(shown).toContain("until midnight");
    await save();
    expect(backend.sent[0]?.args).toEqual({ ...settings, base: settings });
  });

  test("the clock by country follows the country in the form", async () => {
    await showOpen("details");
    find("option", "Usual for the country (24 hours)");
    await write("country", "US");
    find("option", "Usual for the country (AM and PM)");
  });

  test("a date added after a refused save is not marked before it can be typed", async () => {
    const missing = () =>
      document.body.textContent.split("Please pick a date.").length - 1;
    await showOpen("hours");
    await press("Add a date");
    await save();
    expect(missing()).toBe(1);
    await press("Add a date");
    expect(missing()).toBe(1);
    await save();
    expect(missing()).toBe(2);
  });

  test("without a name says so at the field, and sends nothing", async () => {
    await showOpen("details");
    await write("name", "  ");
    const saves = () => find("button", /^Save Changes/).ariaDisabled;
    expect(saves()).toBe("true");
    await save();
    expect(backend.sent).toEqual([]);
    expect(document.activeElement).toBe(field("name"));
    find("p", /Business name is required$/);
    await write("name", "Fade");
    expect(field("name").getAttribute("aria-invalid")).toBeNull();
    expect(saves()).toBeNull();
  });

  test("keeps the input when the server refuses, and says why", async () => {
    backend.refuse(api.profile.businesses.saveProfile, "specialDaysTooMany", {
      max: 100,
    });
    await showOpen("details");
    await write("name", "Other");
    await save();
    find("[role=alert]", /up to 100 days off. Remove one to add another\.$/);
    backend.fail(api.profile.businesses.saveProfile);
    await save();
    find("[role=alert]", /Failed to save changes$/);
    expect(field("name").value).toBe("Other");
  });

  test.each(["before the refusal", "after it"])(
    "names what another window changed, learnt %s, and keeps its own value when saved again",
    async (when) => {
      backend.refuse(api.profile.businesses.saveProfile, "changedElsewhere", {
        fields: ["name"],
      });
      const theirs = { ...SETTINGS, name: "Theirs", almostAt: 4 };
      let hear = (_settings: Settings) => {};
      function Live() {
        const [settings, setSettings] = useState(SETTINGS);
        hear = setSettings;
        const shop = { ...known, settings };
        return <Cards known={shop} first="details" onClose={onClose} />;
      }
      await draw(backend, <Live />);
      await write("name", "Mine");
      if (when !== "after it") await act(async () => hear(theirs));
      await save();
      if (when === "after it") await act(async () => hear(theirs));
      find("[role=alert]", /Business name was changed in another window/);
      await save();
      const [first, second] = backend.sent.map(({ args }) => args);
      const mine = { ...SETTINGS, name: "Mine" };
      expect(first).toEqual({ ...mine, base: SETTINGS });
      // A setting that only the other window changed is not overwritten.
      expect(second).toEqual({
        ...mine,
        base: { ...SETTINGS, name: "Theirs" },
      });
    },
  );

  describe("unsaved input", () => {
    const IS_BACK = "Your unsaved changes are back.";
    /** Types into a form that is then closed, as by a reload. */
    const leave = async () => {
      const close = await showOpen("hours");
      await act(async () => field("closed-1").click());
      const remove = must(document.querySelector("li button"), "Remove");
      await act(async () => (remove as HTMLElement).click());
      await close();
    };
    const holidays = () =>
      document.querySelectorAll("li input[type=date]").length;

    test("opens its card on return, without the focus, and is discarded only after a question", async () => {
      await leave();
      await show();
      expect(opened()).toEqual([EDIT.hours]);
      expect(document.activeElement).toBe(document.body);
      find("div", IS_BACK);
      expect(field("closed-1").checked).toBe(true);
      expect(holidays()).toBe(0);
      await press("Cancel");
      expect(opened()).toEqual([EDIT.hours]);
      await press(/^Discard/);
      expect(opened()).toEqual([]);
      expect(draft()).toBeNull();
      await edit("hours");
      expect(field("closed-1").checked).toBe(false);
    });

    test("is deleted once it is saved", async () => {
      await leave();
      await show();
      await save();
      expect(backend.sent[0]?.args).toMatchObject({ specialDays: [] });
      expect(draft()).toBeNull();
    });
  });
});
