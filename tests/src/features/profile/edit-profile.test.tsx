/** 'Edit Profile': the settings shown, their errors, and what is sent. */
import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { must } from "../../../../convex/base/rules/errors";
import {
  daysOf,
  newRow,
  rowProblems,
  rowsOf,
} from "../../../../src/features/profile/read-rules.ts";
import EditDialog from "../../../../src/features/profile/edit-dialog.tsx";
import { storageKeys } from "../../../../src/lib/storage.ts";
import { defaultHours } from "../../../../convex/business/rules/hours";
import type { Settings } from "../../../../convex/business/rules/settings";
import { call, draw, FakeBackend, find, press } from "../../fake-backend.tsx";
import { id, SHOP } from "../../samples.ts";
import { act } from "../../act.ts";
import { getFunctionName as nameOf } from "convex/server";

// A page with hundreds of names takes seconds to draw here.
vi.mock("../../../../src/features/profile/places.ts", () => ({
  zoneChoices: () =>
    ["Asia/Kathmandu", "Europe/London"].map((value) => ({
      ...{ value, label: value },
    })),
  countryChoices: () => [{ value: "GB", label: "United Kingdom" }],
}));

const TODAY = "2026-11-23";
const SHORT = { start: "10:00", end: "14:00" };

test("the rows: are the dates from today on, and are read back unchanged", () => {
  const days = [
    { day: "2026-11-22", hours: null },
    { day: TODAY, hours: SHORT },
    { day: "2026-12-25", hours: null },
  ];
  const rows = rowsOf(days, TODAY);
  expect(daysOf(rows)).toEqual(days.slice(1));
});

const row = (key: number, day: string, more = {}) => ({
  ...{ ...newRow(key), day },
  ...more,
});

test("the rows: may end at midnight or after it, and are wrong if they run into the next day's hours", () => {
  const until = (end: string) => [
    row(1, "2026-12-31", { closed: false, start: "18:00", end }),
  ];
  expect(daysOf(until("00:00"))[0]?.hours?.end).toBe("24:00");
  expect(rowsOf(daysOf(until("00:00")), TODAY)[0]?.end).toBe("00:00");
  for (const end of ["00:00", "02:00", "09:00"])
    expect(rowProblems(until(end), TODAY, defaultHours).size).toBe(0);
  // The next day is a Friday, which begins at 09:00.
  const problem = rowProblems(until("09:01"), TODAY, defaultHours).get(1);
  expect(problem?.about).toBe("hours");
  expect(problem?.text).toMatch(
    /^The hours of Thursday.*2026 end after those of the next day begin\. Close earlier, or open later the next day\.$/,
  );
});

test("the rows: are wrong without a date, with a past or duplicate date, or with an end at the start", () => {
  const open = { closed: false };
  const problems = rowProblems(
    [
      row(1, "2026-12-25"),
      row(2, ""),
      row(3, "2026-11-22"),
      row(4, "2026-12-25"),
      row(5, "2026-12-24", { ...open, start: "14:00", end: "14:00" }),
      row(6, "2026-12-31", { ...open, start: "" }),
      row(7, "2027-01-01", open),
      row(8, "12027-01-01"),
    ],
    TODAY,
    defaultHours,
  );
  expect([...problems].map(([key, { about }]) => `${key} ${about}`)).toEqual([
    "2 day",
    "3 day",
    "4 day",
    "5 hours",
    "6 hours",
    "8 day",
  ]);
  expect(problems.get(4)?.text).toMatch(/2026.* is in the list twice\.$/);
});

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

describe("the form", () => {
  let backend: FakeBackend;
  const onClose = vi.fn();
  const known = { businessId: SHOP.businessId, logoUrl: null, notice: null };
  const openForm = async (settings = SETTINGS, businessId = SHOP.businessId) =>
    await draw(
      backend,
      <EditDialog
        known={{ ...known, businessId, settings }}
        onClose={onClose}
      />,
    );
  const field = (name: string) =>
    must(document.querySelector<HTMLInputElement>(`[name="${name}"]`), name);
  const type = async (name: string, value: string) =>
    await act(async () => {
      field(name).value = value;
      field(name).dispatchEvent(new Event("input", { bubbles: true }));
    });
  const pick = async (file: File) =>
    await act(async () => {
      const input = must(
        document.querySelector<HTMLInputElement>("input[type=file]"),
        "file",
      );
      const files = { value: [file], configurable: true };
      Object.defineProperty(input, "files", files);
      input.dispatchEvent(new Event("change", { bubbles: true }));
      await Promise.resolve();
    });

  beforeEach(() => {
    localStorage.clear();
    backend = new FakeBackend();
    backend.on(api.profile.businesses.saveProfile, () => ({ ok: true }));
    backend.on(api.profile.files.setLogo, () => ({ ok: true }));
    onClose.mockReset();
  });

  test("sends unchanged settings as they were", async () => {
    await openForm();
    await press(/^Save Changes/);
    expect(backend.sent).toEqual([
      call(api.profile.businesses.saveProfile, { ...SETTINGS, base: SETTINGS }),
    ]);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test("sends the changes", async () => {
    await openForm();
    await act(async () => field("walkInsOnlyWhenOpen").click());
    await type("whenUnmarked", "came");
    await type("graceMinutes", "7");
    await type("boardNames", "initials");
    await type("timezone", "Asia/Kathmandu");
    await type("country", "");
    await type("clock", "h12");
    await press(/^Save Changes/);
    expect(backend.sent[0]?.args).toEqual({
      ...SETTINGS,
      ...{ walkInsOnlyWhenOpen: true, whenUnmarked: "came", graceMinutes: 7 },
      ...{ boardNames: "initials", timezone: "Asia/Kathmandu", country: null },
      clock: "h12",
      base: SETTINGS,
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
    await openForm(settings);
    expect(field("end-5").value).toBe("00:00");
    expect(field("end-6").value).toBe("02:00");
    const shown = document.body.textContent ?? "";
    expect(shown.split("until 02:00 the next day")).toHaveLength(3);
    expect(shown).toContain("until midnight");
    await press(/^Save Changes/);
    expect(backend.sent[0]?.args).toEqual({ ...settings, base: settings });
  });

  test("the clock by country follows the country in the form", async () => {
    await openForm();
    find("option", "As in the country (24 hours)");
    await type("country", "");
    find("option", "As in the country (24 hours)");
    await openForm({ ...SETTINGS, country: "US" });
    find("option", "As in the country (AM and PM)");
  });

  test("sends nothing when values are wrong, names the errors and focuses the first", async () => {
    await openForm();
    await type("slotMinutes", "7");
    await type("start-4", "17:00");
    await press("Add a date");
    await press(/^Save Changes/);
    expect(backend.sent).toEqual([]);
    find("p", /Appointment slot duration must be a multiple of 5 minutes/);
    find("p", /Invalid start\/end time for Thursday\./);
    find("li", /Please pick a date\.$/);
    expect(document.activeElement).toBe(field("slotMinutes"));
  });

  test("cannot be saved without a name", async () => {
    await openForm();
    await type("name", "  ");
    expect(find("button", /^Save Changes/)).toHaveProperty("disabled", true);
    await type("name", "Fade");
    expect(find("button", /^Save Changes/)).toHaveProperty("disabled", false);
  });

  test("keeps the input when the server refuses, and says why", async () => {
    backend.refuse(api.profile.businesses.saveProfile, "specialDaysTooMany", {
      max: 100,
    });
    await openForm();
    await type("name", "Other");
    await press(/^Save Changes/);
    find("[role=alert]", /There can be 100 special days at most/);
    backend.fail(api.profile.businesses.saveProfile);
    await press(/^Save Changes/);
    find("[role=alert]", /Failed to save changes$/);
    expect(field("name").value).toBe("Other");
    expect(onClose).not.toHaveBeenCalled();
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
        return <EditDialog known={{ ...known, settings }} onClose={onClose} />;
      }
      await draw(backend, <Live />);
      await type("name", "Mine");
      if (when !== "after it") await act(async () => hear(theirs));
      await press(/^Save Changes/);
      if (when === "after it") await act(async () => hear(theirs));
      find("[role=alert]", /Business Name was changed in another window/);
      await press(/^Save Changes/);
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

  test("asks before it discards changes, but not when there are none", async () => {
    await openForm();
    await press("Cancel");
    expect(onClose).toHaveBeenCalledTimes(1);
    await press("Add a date");
    await press("Cancel");
    expect(onClose).toHaveBeenCalledTimes(1);
    find("[role=alertdialog] h2", "Discard changes?");
    await press(/^Discard/);
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  describe("unsaved input", () => {
    const IS_BACK = "What you had changed and not saved is here again.";
    const holiday = () =>
      document.querySelectorAll("li input[type=date]").length;
    /** Types into a form that is then closed, as by a reload. */
    const fill = async () => {
      const close = await openForm();
      await type("name", "Fade");
      await type("whenUnmarked", "came");
      await act(async () => field("closed-1").click());
      const remove = must(document.querySelector("li button"), "Remove");
      await act(async () => (remove as HTMLElement).click());
      await close();
    };

    test("is restored on return, and discarded only after a question", async () => {
      await fill();
      await openForm();
      find("div", IS_BACK);
      expect(field("name").value).toBe("Fade");
      expect(field("whenUnmarked").value).toBe("came");
      expect(field("closed-1").checked).toBe(true);
      expect(holiday()).toBe(0);
      await press("Cancel");
      expect(onClose).not.toHaveBeenCalled();
      await press(/^Discard/);
      expect(onClose).toHaveBeenCalledTimes(1);
      expect(localStorage.getItem(storageKeys.draft("profile"))).toBeNull();
    });

    test("does not overwrite newer values of the server", async () => {
      await fill();
      await openForm({ ...SETTINGS, name: "New", phone: null });
      expect(field("name").value).toBe("New");
      expect(field("phone").value).toBe("");
      expect(field("whenUnmarked").value).toBe("came");
    });

    test("is empty when it was changed back by hand", async () => {
      const close = await openForm();
      await type("name", "Fade");
      await type("name", SETTINGS.name);
      await close();
      await openForm();
      expect(document.body.textContent).not.toContain(IS_BACK);
      await press("Cancel");
      expect(onClose).toHaveBeenCalledTimes(1);
    });

    test("is not shown for another business", async () => {
      await fill();
      await openForm(SETTINGS, id("other"));
      expect(field("name").value).toBe(SETTINGS.name);
      expect(document.body.textContent).not.toContain(IS_BACK);
    });

    test("is deleted once it is saved", async () => {
      await fill();
      await openForm();
      await press(/^Save Changes/);
      expect(backend.sent[0]?.args).toMatchObject({ name: "Fade" });
      expect(localStorage.getItem(storageKeys.draft("profile"))).toBeNull();
    });

    test("is ignored when it cannot be read", async () => {
      await fill();
      const draft = must(
        localStorage.getItem(storageKeys.draft("profile")),
        "draft",
      );
      const broken = draft.replaceAll('"whenUnmarked":"came"', '"x":1');
      localStorage.setItem(storageKeys.draft("profile"), broken);
      await openForm();
      expect(field("name").value).toBe(SETTINGS.name);
    });
  });

  test("does not send a picked file that is not an image or is too large", async () => {
    await openForm();
    await pick(new File(["<html>"], "logo.png", { type: "text/html" }));
    find("[role=alert]", /Please upload an image file$/);
    const large = new Uint8Array(2_097_153);
    await pick(new File([large], "logo.png", { type: "image/png" }));
    find("[role=alert]", /File size must be less than 2MB$/);
    expect(backend.sent).toEqual([]);
    await pick(new File(["x"], "logo.png", { type: "image/png" }));
    expect(backend.sent.map(({ name }) => name)).toEqual([
      nameOf(api.profile.files.setLogo),
    ]);
    expect(document.querySelector("[role=alert]")).toBeNull();
  });
});
