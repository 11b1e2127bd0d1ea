/** The event log's forms: actions and actors. */
import type { Infer } from "convex/values";
import type { actorValidator, staffReasonValidator } from "./validators";

/** Staff's changes of a running queue. */
const settingKinds = [
  "crowdKept",
  "chairsSet",
  "pauseSet",
  "pauseEnded",
  "chairOn",
  "chairBreak",
  "chairOff",
  "chairTaken",
  "chairLeft",
] as const;
export type SettingKind = (typeof settingKinds)[number];

/** Actions on one person with their parts, and settings. */
const lasting = [
  "call",
  "skip",
  "serve",
  "complete",
  "noShow",
  "notHere",
  "bringBack",
  "dismiss",
  "returnToQueue",
  "remove",
  "becomeDue",
  "join",
  "rebook",
  "reorder",
  "transfer",
  "edit",
  ...settingKinds,
] as const;

/** Staff's actions that can be undone, some for seconds only. */
export const undoableKinds = [
  ...lasting,
  "queueReset",
  "crowdRemoved",
] as const;

/** Those of the queue itself have its tickets' events as parts. */
export const eventKinds = [
  ...undoableKinds,
  "recall",
  "acknowledge",
  "confirmServed",
  "denyServed",
  "leave",
  "reset",
  "closeQueue",
  "expire",
  "undo",
  "queueDeleted",
] as const;
export type EventKind = (typeof eventKinds)[number];
/** Actions that can be undone after later ones (product.md D12). */
export const undoneLater: ReadonlySet<EventKind> = new Set(lasting);

export type StaffReason = Infer<typeof staffReasonValidator>;

export type Actor = Infer<typeof actorValidator>;

/** How long a desk action can be undone. */
export const UNDO_MS = 10_000;
