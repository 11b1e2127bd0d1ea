/** What a start found in the data folder. */
import type { Timestamp } from "../values/json.ts";
import type { Position } from "./journal/journal.ts";

export type Found = {
  /** Where the history stood. */
  readonly position: Position;
  /** Its newest commit. */
  readonly ts: Timestamp;
  /** What the journal had of a record that was not whole, in a sentence; null without one. */
  readonly lost: string | null;
};
