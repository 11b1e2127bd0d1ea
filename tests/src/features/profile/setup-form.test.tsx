/** The wizard's form while it is filled in: errors that disappear, hours that are copied, and unfinished forms. */
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { appError } from "../../../../convex/base/rules/errors.ts";
import SetupScreen from "../../../../src/routes/setup.tsx";
import { storageKeys } from "../../../../src/lib/storage.ts";
import { find, freshBackend, press } from "../../fake-backend.tsx";
import { beSigned, open, owner, page, place } from "../../fake-session.tsx";
import { id, SHOP } from "../../samples.ts";
import { finish, step } from "../../wizard.ts";
import { act } from "../../act.ts";
import { field, write } from "../../user.ts";

const { businessId } = SHOP;
const DONE = { ok: true, queueId: null };
const FRESH = { setupCompletedAt: null };
const MONDAY = "Invalid start/end time for Monday.";
const backend = freshBackend();
let close = async () => {};
beforeEach(() => {
  close = async () => {};
  beSigned("in");
  backend.set(api.account.current.me, {}, owner(FRESH));
  backend.on(api.account.current.completeSetup, () => DONE);
  knows({});
});

/** Not the default, which the wizard would replace. */
const HOURS = {
  ...SHOP.operatingHours,
  "5": { start: "09:00", end: "16:00" },
};

/** Sets the profile that the server has. */
function knows(more: Partial<typeof SHOP>): void {
  const profile = { ...SHOP, operatingHours: HOURS, ...more };
  backend.set(api.profile.businesses.publicProfile, { businessId }, profile);
}

/** Opens the wizard as a new page would. An older page is closed. */
async function show(): Promise<void> {
  await close();
  close = await open(backend, "/setup", <SetupScreen />);
}

const tick = async (name: string) => await act(async () => field(name).click());

test("an error: disappears when its day is closed or its time is corrected", async () => {
  await show();
  await write("start-1", "17:00");
  await finish();
  expect(page()).toContain(MONDAY);
  await tick("closed-1");
  expect(page()).not.toContain(MONDAY);
  await tick("closed-1");
  expect(page()).not.toContain(MONDAY);
  await finish();
  expect(page()).toContain(MONDAY);
  await write("end-1", "19:00");
  expect(page()).not.toContain(MONDAY);
  expect(field("start-1").getAttribute("aria-invalid")).toBeNull();
});

test("an error: a phone number that only the server refuses leads back to its field", async () => {
  backend.on(api.account.current.completeSetup, () => {
    throw appError("phoneInvalid");
  });
  await show();
  await write("phone", "312 555");
  await finish();
  find("h2", /^Step 1 of 3/);
  expect(field("phone").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field("phone"));
});

test("an error: stays when another field is corrected, and none appears while typing", async () => {
  await show();
  await write("name", " ");
  await write("slotMinutes", "5.5");
  expect(page()).not.toContain("Business name is required");
  await finish();
  await write("name", "Fade");
  expect(page()).not.toContain("Business name is required");
  expect(page()).toContain(
    "Appointment slot duration must be a multiple of 5 minutes, up to 8 hours.",
  );
  await write("slotMinutes", "0");
  expect(page()).toContain(
    "Appointment slot duration must be a positive number.",
  );
  await write("phone", "call me");
  await write("slotMinutes", "15");
  expect(document.querySelector("[aria-invalid=true]")).toBeNull();
  expect(backend.sent).toEqual([]);
});

const ALL_CLOSED =
  "Every day is closed. Customers will see that you're closed, and nobody can book a time.";

test("the hours: may all be closed, and the form says what that means", async () => {
  await show();
  for (const day of ["1", "2", "3", "4"]) await tick(`closed-${day}`);
  expect(page()).not.toContain(ALL_CLOSED);
  await tick("closed-5");
  expect(page()).toContain(ALL_CLOSED);
  await finish();
  expect(backend.sent).toMatchObject([
    { args: { operatingHours: { "1": null, "5": null } } },
  ]);
  expect(place()).toBe("/dashboard");
});

test("the hours: of the last changed day are copied to all open days", async () => {
  await show();
  find("button", "Copy Monday to all open days");
  await tick("closed-5");
  await write("start-3", "10:30");
  await write("end-3", "18:45");
  await press("Copy Wednesday to all open days");
  expect(page()).toContain("Copied.");
  for (const day of ["1", "2", "3", "4"]) {
    expect(field(`start-${day}`).value).toBe("10:30");
    expect(field(`end-${day}`).value).toBe("18:45");
  }
  await finish();
  const all = { start: "10:30", end: "18:45" };
  expect(backend.sent).toMatchObject([
    {
      args: {
        operatingHours: {
          "0": null,
          "1": all,
          "2": all,
          "3": all,
          "4": all,
          "5": null,
          "6": null,
        },
      },
    },
  ]);
});

test("the hours: that are wrong or the only ones are not offered for copying", async () => {
  await show();
  await write("end-2", "09:00");
  find("button", "Copy Monday to all open days");
  for (const day of ["2", "3", "4", "5"]) await tick(`closed-${day}`);
  expect(page()).not.toContain("to all open days");
});

test("the hours: that are copied correct the wrong days", async () => {
  await show();
  await write("start-1", "17:00");
  await finish();
  expect(page()).toContain(MONDAY);
  await press("Copy Tuesday to all open days");
  expect(page()).not.toContain(MONDAY);
});

const draft = () => localStorage.getItem(storageKeys.draft("setup"));
const fill = async () => {
  await show();
  await write("phone", "07700 9001");
  await write("description", "Walk in");
  await write("slotMinutes", "45");
  await write("start-1", "10:00");
  await tick("closed-6");
  await tick("closed-2");
};
const shown = () => ({
  phone: field("phone").value,
  description: field("description").value,
  slotMinutes: field("slotMinutes").value,
  monday: field("start-1").value,
  closed: ["2", "6"].map((day) => field(`closed-${day}`).checked),
});
const TYPED = {
  phone: "07700 9001",
  description: "Walk in",
  slotMinutes: "45",
  monday: "10:00",
  closed: [true, false],
};
const KNOWN = {
  phone: SHOP.phone ?? "",
  description: SHOP.description ?? "",
  slotMinutes: "30",
  monday: "09:00",
  closed: [false, true],
};

test("an unfinished form: is restored on return", async () => {
  await fill();
  await show();
  expect(shown()).toEqual(TYPED);
  expect(page()).not.toContain("Every day is closed");
});

test("an unfinished form: does not overwrite newer values of the server", async () => {
  await fill();
  await close();
  const later = { start: "08:00", end: "12:00" };
  const operatingHours = { ...HOURS, "1": later };
  knows({ name: "New name", slotMinutes: 20, operatingHours });
  await show();
  expect(field("name").value).toBe("New name");
  expect(shown()).toEqual({ ...TYPED, slotMinutes: "20", monday: "08:00" });
});

test("an unfinished form: is restored only for its owner", async () => {
  await fill();
  await close();
  backend.set(
    api.account.current.me,
    {},
    { ...owner(FRESH), userId: id("bob") },
  );
  await show();
  expect(shown()).toEqual(KNOWN);
});

test.each(["", "{", "null", "[]", '{"whose":"anna"}', "{}"])(
  "an unfinished form: is ignored when its stored text is %s",
  async (text) => {
    localStorage.setItem(storageKeys.draft("setup"), text);
    await show();
    expect(shown()).toEqual(KNOWN);
  },
);

test.each([
  ["typed", { name: 1 }],
  ["typed", { phone: 7 }],
  ["base", { operatingHours: { "0": { start: 9 } } }],
  ["typed", { operatingHours: null }],
])("an unfinished form: is ignored if its %s holds %j", async (part, wrong) => {
  await fill();
  const kept = JSON.parse(draft() ?? "") as Record<string, object>;
  const broken = { ...kept, [part]: { ...kept[part], ...wrong } };
  localStorage.setItem(storageKeys.draft("setup"), JSON.stringify(broken));
  await show();
  expect(shown()).toEqual(KNOWN);
});

test("an unfinished form: is deleted when the setup is finished", async () => {
  await fill();
  expect(draft()).not.toBeNull();
  await write("phone", "+44 7700 900123");
  await finish();
  expect(place()).toBe("/dashboard");
  expect(draft()).toBeNull();
});

test("an unfinished form: is deleted after a logout", async () => {
  await fill();
  await press("Logout");
  expect(place()).toBe("/login");
  expect(draft()).toBeNull();
});

test("the steps: Back keeps what was typed, and an error in a later step does not stop an earlier one", async () => {
  await show();
  await write("description", "Walk in");
  await write("end-1", "09:00");
  await press("Next");
  expect(step()).toBe("Step 2 of 3");
  expect(document.activeElement).toBe(find("h2"));
  expect(page()).not.toContain(MONDAY);
  await press("Next");
  expect([step(), page().includes(MONDAY)]).toEqual(["Step 2 of 3", true]);
  await press("Back");
  expect(step()).toBe("Step 1 of 3");
  expect(field("description").value).toBe("Walk in");
  expect(backend.sent).toEqual([]);
});

test("the hours: are one line until they are changed", async () => {
  await show();
  await press("Next");
  find("p", "Monday to Thursday, 09:00 to 17:00Friday, 09:00 to 16:00");
  const fields = find("fieldset", /^Operating hours/);
  expect(fields.closest("[hidden]")).not.toBeNull();
  await press("Change");
  expect(fields.closest("[hidden]")).toBeNull();
});

test("the times are in a city's time, not in a zone's", async () => {
  await show();
  expect(page()).toContain("Times are in London time.");
});
