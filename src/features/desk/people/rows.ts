/** Finds a person's row on the page, focuses its next action, and tells whether it changed. */
import type { Person } from "../types";

export const rowOf = (ticketId: string) => ({ "data-person": ticketId });
export const nextAction = { "data-next-action": "" };
export const callNextSlot = { "data-slot": "call-next" };
export const CALL_NEXT = "[data-slot='call-next']";

/** Whether a row would render the same. Each answer of the server has new objects. */
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

export function hasRow(ticketId: string): boolean {
  return row(ticketId) !== null;
}

/** The ticket of the row around this element, or null. */
export function personAt(target: EventTarget | null): string | null {
  const found =
    target instanceof Element && target.closest<HTMLElement>("[data-person]");
  return (found && found.dataset["person"]) || null;
}

/** Focuses the row's next action, else Call Next. @returns whether either exists */
export function focusNextAction(ticketId: string): boolean {
  const next =
    row(ticketId)?.querySelector<HTMLElement>("[data-next-action]") ??
    document.querySelector<HTMLElement>(CALL_NEXT);
  next?.focus({ preventScroll: true });
  return next !== null;
}

export function showRow(ticketId: string): void {
  const found = row(ticketId);
  if (found === null) return;
  found.scrollIntoView({ block: "center" });
  focusNextAction(ticketId);
  found.dataset["found"] = "";
  window.setTimeout(() => delete found.dataset["found"], FOUND_MS);
}
