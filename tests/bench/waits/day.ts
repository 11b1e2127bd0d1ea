/** Types of a queue's day, simulated or recorded, as the replay reads it. */

/** Times are ms since the epoch. Tickets are named by their numbers, which are unique within a history. */
export type Happening = { readonly at: number } & (
  | {
      readonly kind: "join" | "call" | "noShow" | "leave";
      readonly ticket: number;
    }
  /** A booking that becomes due; it is not visible before. */
  | { readonly kind: "due"; readonly ticket: number }
  /** A visit is over and the chair is free. Not every shop records this. */
  | { readonly kind: "done"; readonly ticket: number }
  | { readonly kind: "chairs"; readonly chairs: number }
  | { readonly kind: "pause"; readonly until: number | null }
  | { readonly kind: "resume" }
);
export type Day = {
  readonly opensAt: number;
  readonly closesAt: number;
  readonly chairs: number;
  readonly happenings: readonly Happening[];
};
export type History = {
  readonly name: string;
  readonly days: readonly Day[];
  /** Earlier days teach the estimators and do not count. */
  readonly countedFrom: number;
};
