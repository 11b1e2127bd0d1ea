/** Finds a person's row on the page and focuses its next action. */
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

/** The visible one: a booking has a row in each of two columns, and one is hidden. */
function row(ticketId: string): HTMLElement | null {
  const found = [
    ...document.querySelectorAll<HTMLElement>(
      `[data-person="${CSS.escape(ticketId)}"]`,
    ),
  ];
  return (
    found.find(({ offsetParent }) => offsetParent !== null) ?? found[0] ?? null
  );
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
