/** What a day of a queue leaves behind, whether simulated or recorded: the form that the replay reads. Holds types only. */

/** Times are ms since the epoch. Tickets are their numbers, which no two of one history share. */
export type Happening = { readonly at: number } & (
  | {
      readonly kind: "join" | "call" | "noShow" | "leave";
      readonly ticket: number;
    }
  /** A booking whose time has come; it is not seen before. */
  | { readonly kind: "due"; readonly ticket: number }
  /** Somebody's visit is over and their chair free; not every shop says so. */
  | { readonly kind: "done"; readonly ticket: number }
  | { readonly kind: "chairs"; readonly chairs: number }
  | { readonly kind: "pause"; readonly until: number | null }
  | { readonly kind: "resume" }
);

export type Day = {
  readonly opensAt: number;
  readonly closesAt: number;
  /** Chairs on duty when the day begins. */
  readonly chairs: number;
  readonly happenings: readonly Happening[];
};

/** Days of one queue in order. */
export type History = {
  readonly name: string;
  readonly days: readonly Day[];
  /** Days before this one teach the estimators and are not counted. */
  readonly countedFrom: number;
};
