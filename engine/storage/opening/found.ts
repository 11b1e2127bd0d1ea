/** What a start found in the data folder. */
import type { Timestamp } from "../../values/json.ts";
import type { Position } from "../journal/journal.ts";

export type Found = {
  /** Position of the history. */
  readonly position: Position;
  /** Its newest commit. */
  readonly ts: Timestamp;
  /** A sentence about an incomplete record in the journal; null without one. */
  readonly lost: string | null;
};
