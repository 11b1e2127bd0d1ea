/** How long personal data is kept: the maintenance deletes by these figures, and /privacy shows them (product.md U10). */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** In ms. */
export const KEPT_MS = {
  /** After the end of a customer's visit. */
  person: 30 * DAY,
  /** Tickets that were given up or removed by staff: after they would have been stale. */
  givenUp: 7 * DAY,
  /** After a ticket's end, which the desk may undo: the phone must still be reachable then. */
  pushes: 15 * MINUTE,
  /** After a ticket's end, which undo takes back on the same day: its person counts for their network again. */
  endedNetwork: DAY,
  texts: 30 * DAY,
  alerts: 7 * DAY,
  /** Outlives every booking (product.md B3) by a month. Customers' mails go with the person. */
  mails: 100 * DAY,
  manyJoins: DAY,
  /** The slowest bucket is full again after this long, so its row is no longer needed. */
  limits: HOUR,
  /** After the desk was open there: covers a weekend and a holiday. */
  ownNetworks: 7 * DAY,
  unprovenAccounts: 7 * DAY,
  invitations: 7 * DAY,
  codes: 10 * MINUTE,
  revocations: 7 * DAY,
  exports: HOUR,
  /** After the last message. */
  support: 730 * DAY,
  /** So that last year's books can still be explained. */
  audit: 730 * DAY,
  demoRequests: 730 * DAY,
} as const;
