/** The table of the dashboard in the language of the page. Read when the app is loaded, which is after the language. */
import type { Undoable } from "../../convex/model/answers";
import { dashboard as english } from "./en/dashboard";
import { tableOf } from "./language";

export const dashboard = tableOf("dashboard", english);

/** What was done at the counter; what only a newer server does is told without its name. */
export function doneText(code: Undoable, number: number | null): string {
  const { done, changed } = dashboard.desk;
  return Object.hasOwn(done, code) ? done[code](number) : changed;
}
