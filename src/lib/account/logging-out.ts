/** How this page's session ended. Outside React, because it ends before the next screen loads. */
import type { Id } from "../../../convex/_generated/dataModel";
import { newListeners } from "../listeners";

/** A session that ended unexpectedly; `member`: of someone who worked in another owner's shop; or a shop's tablet's. */
export type Ended = {
  tablet: boolean;
  member: { userId: Id<"users">; shop: string } | null;
};

let onPurpose = false;
let elsewhere: Ended | null = null;
const watchers = newListeners();

export function setLoggingOut(is: boolean): void {
  onPurpose = is;
}

/** True from pressing Logout until the login page shows. That page then leads to no earlier screen. */
export function isLoggingOut(): boolean {
  return onPurpose;
}

/** Notes that a session ended unexpectedly; null: the user has been notified. */
export function setEndedElsewhere(ended: Ended | null): void {
  elsewhere = ended;
  watchers.notify();
}

/** The ended session that the login page must explain. */
export function endedElsewhere(): Ended | null {
  return elsewhere;
}

/** Notifies when that changes. Returns a function that stops it. */
export const watchEnded = watchers.subscribe;
