/** What waits to be sent to the endpoint, and the switches that make its way a bad one. Data only. */

export type Outgoing = {
  readonly event: string;
  /** Which change raised the event: `reorder` turns the events of one change round. */
  readonly batch: number;
  /** How many times it has been tried. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly firstAt: number;
  readonly dueAt: number;
};

/** What can go wrong between Stripe and an endpoint. Applies to events raised from now on, `hold` to all. */
export type Switches = {
  /** Every event is sent twice. */
  readonly duplicate: boolean;
  /** How long an event waits before it is sent, in milliseconds. */
  readonly delayMs: number;
  /** Events that one change raises are sent last first. */
  readonly reorder: boolean;
  /** Types that are never sent; `*` is all of them. */
  readonly drop: readonly string[];
  /** Nothing is sent until this is off again. */
  readonly hold: boolean;
  /** Wait before the second attempt, in milliseconds; each further wait is twice as long, up to an hour. */
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
