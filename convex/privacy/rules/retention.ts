/** How long is kept what is known of a customer. product.md U7. */

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** After the end of a visit, in ms: 30 days, less an hour for a run that comes late. */
export const PERSON_KEPT_MS = 30 * DAY - HOUR;

/** Of a person when nothing is known of them any more: what to patch a ticket with. */
export const NOBODY = {
  name: null,
  phone: null,
  email: undefined,
  note: undefined,
  edited: undefined,
  hasPush: undefined,
} as const;
