/** Finding a person's row on the page, where the focus belongs in it, and whether it has changed. */
import type { Person } from "../types";

/** What the row of a person carries. */
export const rowOf = (ticketId: string) => ({ "data-person": ticketId });
/** What the button of a row carries that is the likeliest to be pressed next. */
export const nextAction = { "data-next-action": "" };
/** What Call Next carries. */
export const callNextSlot = { "data-slot": "call-next" };

/** Whether a row would be drawn as it is: each answer of the server is of new objects. */
export function isSameRow<Props extends { person: Person }>(
  { person: was, ...before }: Props,
  { person: is, ...after }: Props,
): boolean {
  return isShallowlySame(was, is) && isShallowlySame(before, after);
}

function isShallowlySame(one: object, other: object): boolean {
  const values = new Map<string, unknown>(Object.entries(one));
  const others = Object.entries(other);
  return (
    others.length === values.size &&
    others.every(([name, value]) => Object.is(values.get(name), value))
  );
}

const FOUND_MS = 2_000;

const row = (ticketId: string) =>
  document.querySelector<HTMLElement>(
    `[data-person="${CSS.escape(ticketId)}"]`,
  );

/** Whether the person is among those whom the screen lists. */
export function hasRow(ticketId: string): boolean {
  return row(ticketId) !== null;
}

/** Whose row this stands in, or null. */
export function personAt(target: EventTarget | null): string | null {
  const found =
    target instanceof Element && target.closest<HTMLElement>("[data-person]");
  return (found && found.dataset["person"]) || null;
}

/** To the row's next action, else to Call Next. @returns whether there was one of them */
export function focusNextAction(ticketId: string): boolean {
  const next =
    row(ticketId)?.querySelector<HTMLElement>("[data-next-action]") ??
    document.querySelector<HTMLElement>("[data-slot='call-next']");
  next?.focus({ preventScroll: true });
  return next !== null;
}

/** Brings a row into view, marks it for a moment and puts the focus into it. */
export function showRow(ticketId: string): void {
  const found = row(ticketId);
  if (found === null) return;
  found.scrollIntoView({ block: "center" });
  focusNextAction(ticketId);
  found.dataset["found"] = "";
  window.setTimeout(() => delete found.dataset["found"], FOUND_MS);
}
