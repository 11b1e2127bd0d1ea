/** What staff did, in the line of the last action and in Today. */
import type { ChairWord } from "../../convex/business/rules/profile";
import type { Undoable } from "../../convex/queue/rules/answers";
import { bareName, ticketName } from "../../convex/queue/rules/ticketName";
import { counting, number } from "./language/intl";
import { strings } from "./language/language";

const counted = counting("en");

/** Whom or what an action was about. */
type Told = {
  /** A ticket's name as it reads, 'H8' or '#8'; without '#' in `bare`. */
  ticket: string;
  bare: string;
  name: string | null;
  /** Of people or chairs, where the action is about no ticket. */
  count: number;
  /** What the shop calls a chair. */
  word: ChairWord;
};

const andName = (name: string | null) => (name === null ? "" : ` · ${name}`);
const named = ({ ticket, name }: Told) =>
  name === null ? ticket : `${ticket} ${name}`;

export const done = strings("done", {
  changed: "The queue has changed.",
  /** The specification keeps the '#' of its sentences, with a letter too: 'Called customer #H8'. */
  said: {
    call: ({ bare, name }) => `Called customer #${bare}${andName(name)}`,
    recall: ({ bare, name }) =>
      `Called customer #${bare} again${andName(name)}`,
    skip: ({ bare, name }) => `Skipped customer #${bare}${andName(name)}`,
    serve: (who) => `${named(who)} is here`,
    complete: (who) => `${named(who)} is done`,
    noShow: (who) => `${named(who)} didn't come`,
    notHere: (who) => `${named(who)} didn't come`,
    bringBack: (who) => `${named(who)} moved to the front`,
    dismiss: () => "Ignored",
    returnToQueue: (who) => `${named(who)} is back in line`,
    remove: ({ bare, name }) => `Skipped customer #${bare}${andName(name)}`,
    becomeDue: ({ bare }) => `Customer #${bare} moved to immediate queue.`,
    join: (who) => `${named(who)} is in line`,
    rebook: (who) => `${named(who)} moved to another time`,
    reorder: (who) => `${named(who)} moved`,
    transfer: (who) => `${named(who)} moved to another queue`,
    edit: (who) => `${named(who)} saved`,
    queueReset: () => "Queue reset successfully.",
    crowdKept: () => "They are customers: more people may join from there",
    chairsSet: ({ count, word }) =>
      counted(count, { one: `# ${word}`, other: `# ${word}s` }),
    pauseSet: () => "Paused",
    pauseEnded: () => "Open again",
    chairOn: ({ name }) => `${name ?? ""} is on duty`,
    chairBreak: ({ name }) => `${name ?? ""} is on a break`,
    chairOff: ({ name }) => `${name ?? ""} is off duty`,
    chairTaken: ({ name }) => `Took ${name ?? ""}`,
    chairLeft: ({ name }) => `${name ?? ""} is free`,
    crowdRemoved: ({ count }) =>
      `Skipped ${counted(count, { one: "# customer", other: "# customers" })}`,
  } satisfies Record<Undoable | "recall", (of: Told) => string>,
  /** With more that the screen knows of the person. */
  more: {
    calledAndDone: (called: string, before: readonly string[]) =>
      `${called} · ${before.join(", ")} done`,
    cancelled: (who: string) => `Booking of ${who} cancelled`,
    moved: (who: string, place: number) =>
      `${who} moved to place ${number(place)}`,
    rebooked: (who: string, time: string) => `${who} moved to ${time}`,
    transferred: (who: string, now: string) => `${who} is now ${now}`,
    joined: (who: string, place: number) =>
      `${who} is in line, place ${number(place)}`,
  },
  undone: (action: string) => `Undone: ${action}`,
  cancellation: "cancellation",
  /** What an undo takes back. What is no noun is the button's word. */
  actions: {
    call: "call",
    skip: "skip",
    serve: "'Here'",
    complete: "'Done'",
    noShow: "'Didn't come'",
    notHere: "'Didn't come'",
    bringBack: "move",
    dismiss: "'Ignore'",
    returnToQueue: "move",
    remove: "skip",
    becomeDue: "move",
    join: "new ticket",
    rebook: "new time",
    reorder: "move",
    transfer: "move",
    edit: "edit",
    queueReset: "reset",
    crowdKept: "notice",
    chairsSet: "chairs",
    pauseSet: "pause",
    pauseEnded: "end of the pause",
    chairOn: "'On duty'",
    chairBreak: "break",
    chairOff: "'Off duty'",
    chairTaken: "'Take'",
    chairLeft: "'Leave'",
    crowdRemoved: "skip",
  } satisfies Record<Undoable, string>,
  ofPerson: (action: string, ticket: string) => `${action} of ${ticket}`,
});

/**
 * @param number of the ticket, or a count; null for the whole queue
 * @param wasBooked whether the person had a booking, which 'remove' cancels
 * @param movedTo the ticket's name after a transfer, where it is known
 */
export function doneText(
  code: Undoable | "recall",
  letter: string | null,
  number: number | null,
  name: string | null = null,
  wasBooked = false,
  word: ChairWord = "chair",
  movedTo?: { letter: string | null; number: number },
): string {
  const { said, more, changed } = done;
  const count = number ?? 0;
  const ticket = ticketName(letter, count);
  const told = { ticket, bare: bareName(letter, count), name, count, word };
  if (code === "remove" && wasBooked) return more.cancelled(named(told));
  const now = movedTo && ticketName(movedTo.letter, movedTo.number);
  // Without letters both queues may have given the same number.
  if (now !== undefined && now !== ticket)
    return more.transferred(named(told), now);
  return Object.hasOwn(said, code) ? said[code](told) : changed;
}

/** "Undone: call of #5" */
export function undoneText(
  code: Undoable | "recall",
  letter: string | null,
  number: number | null,
  wasBooked = false,
): string {
  const { undone, actions, cancellation, ofPerson } = done;
  const known: Readonly<Record<string, string>> = actions;
  const isCancelled = code === "remove" && wasBooked;
  const action = isCancelled ? cancellation : (known[code] ?? "");
  const isOfPerson = number !== null && !OF_QUEUE.has(code);
  return undone(
    isOfPerson ? ofPerson(action, ticketName(letter, number)) : action,
  );
}

/** Their number is a count. */
const OF_QUEUE: ReadonlySet<string> = new Set([
  "chairsSet",
  "crowdKept",
  "crowdRemoved",
]);
