/** The wizard's form: what is read from it, and its errors. */
import { expect, test } from "vitest";
import { defaultHours } from "../../../../convex/business/rules/hours.ts";
import {
  profileErrors,
  readProfile,
} from "../../../../src/features/profile/read-profile.ts";

const GOOD = {
  name: "Fade & Fortune",
  phone: null,
  description: null,
  slotMinutes: 30,
  operatingHours: defaultHours,
};

test("blank is null, a text as number is 0, a ticked day is closed", () => {
  const fields = new FormData();
  fields.set("name", "  Fade ");
  fields.set("phone", " ");
  fields.set("description", "");
  fields.set("slotMinutes", "many");
  fields.set("closed-0", "on");
  fields.set("start-1", "09:00");
  fields.set("end-1", "12:30");
  const { operatingHours, ...rest } = readProfile(fields);
  expect(rest).toEqual({
    name: "Fade",
    phone: null,
    description: null,
    slotMinutes: 0,
  });
  expect(operatingHours["0"]).toBeNull();
  expect(operatingHours["1"]).toEqual({ start: "09:00", end: "12:30" });
  expect(operatingHours["2"]).toEqual({ start: "", end: "" });
});

test("a day whose hours run into the next day's has the sentence under it, not the next one", () => {
  const operatingHours = {
    ...defaultHours,
    "1": { start: "18:00", end: "09:30" },
  };
  expect(profileErrors({ ...GOOD, operatingHours })).toEqual({
    "1": "Monday's hours run into Tuesday's. Close earlier, or open later the next day.",
  });
});

test("fractions of a minute are kept and are an error", () => {
  const fields = new FormData();
  fields.set("slotMinutes", "5.5");
  const { slotMinutes } = readProfile(fields);
  expect(slotMinutes).toBe(5.5);
  expect(profileErrors({ ...GOOD, slotMinutes }).slotMinutes).toBe(
    "Appointment slot duration must be a multiple of 5 minutes, up to 8 hours.",
  );
});

test("each field has its own error sentence: all at once", () => {
  const operatingHours = {
    ...defaultHours,
    "2": { start: "17:00", end: "17:00" },
    "4": { start: "", end: "" },
  };
  const wrong = {
    name: " ",
    phone: "call me",
    description: null,
    slotMinutes: 0,
    operatingHours,
  };
  expect(profileErrors(wrong)).toEqual({
    name: "Business name is required",
    phone:
      "Please enter the phone number with its country code, such as +44 7700 900123.",
    slotMinutes: "Appointment slot duration must be a positive number.",
    "2": "Invalid start/end time for Tuesday. Start time must be before end time.",
    "4": "Invalid start/end time for Thursday. Start time must be before end time.",
  });
});
