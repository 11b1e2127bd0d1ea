/** Whom the desk can text. */
import { expect, test, vi } from "vitest";
import {
  calledMenu,
  waitingMenu,
} from "../../../../../src/features/desk/people/person-menu.ts";
import type { Desk } from "../../../../../src/features/desk/use-desk.ts";
import { person } from "../../../samples.ts";

const withPhone = person(1, { phone: "+447700900456", name: "Ana" });
const deskWith = (text: Desk["text"]) => ({ text }) as Desk;
const labels = (desk: Desk, whom = withPhone) =>
  [waitingMenu, calledMenu].map((menu) =>
    menu(whom, desk).some(({ label }) => label === "Send SMS"),
  );

test("is offered for a customer with a number, if the plan sends texts", () => {
  const text = vi.fn();
  expect(labels(deskWith(text))).toEqual([true, true]);
  waitingMenu(withPhone, deskWith(text))
    .find(({ label }) => label === "Send SMS")
    ?.onSelect();
  expect(text).toHaveBeenCalledWith(withPhone);
});

test("is not offered without a number or without such a plan", () => {
  expect(labels(deskWith(vi.fn()), person(2))).toEqual([false, false]);
  expect(labels(deskWith(null))).toEqual([false, false]);
});
