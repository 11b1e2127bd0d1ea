/** Events that wait to be sent to the endpoint, and the switches that disturb sending. Data only. */

export type Outgoing = {
  readonly event: string;
  /** The change that raised the event: `reorder` reverses the events of one change. */
  readonly batch: number;
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly firstAt: number;
  readonly dueAt: number;
};

/** Faults between Stripe and an endpoint. They apply to events raised from now on, `hold` to all. */
export type Switches = {
  readonly duplicate: boolean;
  readonly delayMs: number;
  /** Reverses the order of the events of one change. */
  readonly reorder: boolean;
  /** Types that are never sent; `*` is all of them. */
  readonly drop: readonly string[];
  readonly hold: boolean;
  /** Wait before the second attempt, in milliseconds. Each further wait is twice as long, up to an hour. */
  readonly retryMs: number;
};

export const ordinarySwitches: Switches = {
  duplicate: false,
  delayMs: 0,
  reorder: false,
  drop: [],
  hold: false,
  retryMs: 1000,
};
