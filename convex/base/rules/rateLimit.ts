/** The token bucket, and the limits of everything that needs no account or costs others. */
import { plans, type Plan } from "./plans";

export type Bucket = { tokens: number; at: number };
export type Limit = {
  /** How many may come at once. */
  readonly burst: number;
  /** Time in which an empty bucket fills. */
  readonly perMs: number;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Wrong passwords for one e-mail address from one network. */
export const wrongPerNetwork: Limit = { burst: 10, perMs: HOUR };
/** Wrong passwords for one e-mail address from all unknown browsers: NIST SP 800-63B 5.2.2 allows a hundred. */
export const signInsPerEmail: Limit = { burst: 100, perMs: HOUR };
/** Wrong passwords from one known browser; others cannot use these up. */
export const signInsPerDevice: Limit = { burst: 10, perMs: HOUR };
/** Sign-ins, sign-ups and code requests from one network; as many again from known browsers, and tries at codes. */
export const signInsPerNetwork: Limit = { burst: 30, perMs: MINUTE };
/** The same from an IPv6 /48, which may hold 65,536 networks of one owner. */
export const signInsPerBlock: Limit = { burst: 90, perMs: MINUTE };
/** New accounts from one network, possibly a shared office, and from an IPv6 /48. */
export const signUpsPerNetwork: Limit = { burst: 10, perMs: HOUR };
export const signUpsPerBlock: Limit = { burst: 30, perMs: HOUR };
/** Codes for one e-mail address from one caller (product.md A4). */
export const resetsPerCaller: Limit = { burst: 1, perMs: MINUTE };
/** Codes for one e-mail address from one network. */
export const resetsPerNetwork: Limit = { burst: 5, perMs: HOUR };
/** Codes for one e-mail address from strangers, so that they cannot fill its mailbox. */
export const resetsPerEmail: Limit = { burst: 8, perMs: HOUR };
/** The same from networks, or IPv6 /48s, that requested none within the hour, so that two of them do not block the others. */
export const newResetsPerEmail: Limit = { burst: 6, perMs: HOUR };
export const firstReset: Limit = { burst: 1, perMs: HOUR };
/** Codes for the owner of a known browser; strangers cannot use these up. */
export const resetsPerDevice: Limit = { burst: 5, perMs: HOUR };
/** Tries at an address's codes by a caller who requested one. Only a request fills this: earlier callers would add up. */
export const codeTriesPerAsker: Limit = { burst: 5, perMs: Infinity };
/** Tries by other callers: from one network, and from all. */
export const codeTriesPerNetwork: Limit = { burst: 5, perMs: 10 * MINUTE };
export const codeTriesPerEmail: Limit = { burst: 20, perMs: HOUR };
/** Wrong codes of one second factor per known browser or network. Three of a million codes are right at a time. */
export const secondFactorTries: Limit = { burst: 10, perMs: HOUR };
/** The same from all networks. A caller who knows the password locks out no other network. */
export const secondFactorTriesOfAll: Limit = { burst: 100, perMs: HOUR };
/** New access tokens of one session; each opened page takes one. */
export const refreshesPerSession: Limit = { burst: 200, perMs: HOUR };
/** New chairs of one business, including deleted ones: three times as many as it may have. */
export const chairsPerBusiness: Limit = { burst: 60, perMs: HOUR };
/** Logos of one business; each is read byte by byte. */
export const logosPerBusiness: Limit = { burst: 20, perMs: HOUR };
/** Exports of all data of one business. */
export const exportsPerBusiness: Limit = { burst: 3, perMs: HOUR };
/** Messages of one business to support (product.md O40). */
export const supportPerBusiness: Limit = { burst: 20, perMs: HOUR };
/** Codes for a new e-mail address from one account, so that a password thief cannot fill mailboxes. */
export const emailCodesPerUser: Limit = { burst: 5, perMs: HOUR };
/** The same for one address from all accounts (product.md A12): the mailbox may be a stranger's. */
export const emailCodesPerAddress: Limit = { burst: 8, perMs: HOUR };
/** Invitations of one business, also repeated ones: each sends a mail. */
export const invitationsPerBusiness: Limit = { burst: 20, perMs: HOUR };
/** Invitations of one business to one address: the mailbox may be a stranger's. */
export const invitationsPerAddress: Limit = { burst: 3, perMs: HOUR };
/** The same from all businesses: four at their limit, so that one cannot use up another's. */
export const invitationsPerAddressOfAll: Limit = { burst: 12, perMs: HOUR };
/** Changes of roles in one business; each writes an audit event. */
export const roleChangesPerBusiness: Limit = { burst: 60, perMs: HOUR };
/** New tablets of one business; each pairing and each end writes an audit event. */
export const tabletsPerBusiness: Limit = { burst: 20, perMs: HOUR };
/** Wrong PINs of one person on one tablet; the last blocks them there for PIN_BLOCK_MS. */
export const PIN_BLOCK_MS = 15 * MINUTE;
export const pinTries: Limit = { burst: 5, perMs: PIN_BLOCK_MS };
/** The same on all tablets of the shop, so that five tablets do not allow five times as many guesses. */
export const pinTriesOfPerson: Limit = { burst: 20, perMs: HOUR };
/** People who take a tablet; each sets an alarm. */
export const unlocksPerTablet: Limit = { burst: 120, perMs: HOUR };
/** Changed answers about one visit; each writes its sums. */
export const feedbackPerTicket: Limit = { burst: 10, perMs: HOUR };
/** New push addresses of one ticket; each writes the ticket. */
export const pushesPerTicket: Limit = { burst: 10, perMs: HOUR };
/** Counted looks at a business's waits per network, and from all. Bounds what is stored for half an hour. */
export const looksPerNetwork: Limit = { burst: 60, perMs: 10 * MINUTE };
export const looksPerBusiness: Limit = { burst: 600, perMs: 10 * MINUTE };
/** Texts of one shop to one number: enough for a family of three called twice. */
export const textsPerNumber: Limit = { burst: 6, perMs: HOUR };
/** The same from all shops: four shops at their limit. */
export const textsPerNumberOfAll: Limit = { burst: 24, perMs: HOUR };
/** Texts of one shop that tickets of one foreign network cause with nobody at the counter: a family's reminders. */
export const textsPerNetwork: Limit = { burst: 4, perMs: HOUR };
/** The same for an IPv6 /48: a site's whole network, or many phones of one provider. */
export const textsPerBlock: Limit = { burst: 12, perMs: HOUR };
/** Texts of one shop: far more than three chairs on a busy Saturday need. */
export const textsPerMinute: Limit = { burst: 30, perMs: MINUTE };
/** Replies through one shop's own account, which could forge any: as many as it may send texts. */
export const repliesPerBusiness: Limit = { burst: 1_800, perMs: HOUR };
/** Checks of a shop's Twilio credentials; each asks Twilio. */
export const twilioChecksPerBusiness: Limit = { burst: 10, perMs: 10 * MINUTE };
/** Stripe calls of one owner: many times what a person clicks, and little beside Stripe's total of 100 a second. */
export const paymentCallsPerBusiness: Limit = {
  burst: 30,
  perMs: 10 * MINUTE,
};

/**
 * Changes of one account, or signs of life of a tablet, that no request key counts: one every six seconds for an hour, which
 * nobody clicks and few scripts need.
 */
export const changesPerAccount: Limit = { burst: 600, perMs: HOUR };

/**
 * Desk actions of one business, each stored as a row. Starter's thousand an hour is three desks that act every 15
 * seconds, or send the 200 actions kept during a lost connection (product.md D17).
 */
export function deskActionsPerBusiness(plan: Plan): Limit {
  return { burst: 200 * plans[plan].queueLimit, perMs: HOUR };
}

/**
 * New queues of one business, including deleted ones: three times as many as it may have. Each leaves rows that its reports
 * read again.
 */
export function queuesPerBusiness(plan: Plan): Limit {
  return { burst: 3 * plans[plan].queueLimit, perMs: HOUR };
}

/** Requests for a demo from one network (product.md V3), and from an IPv6 /48 or callers that cannot be told apart. */
export const demosPerNetwork: Limit = { burst: 3, perMs: HOUR };
export const demosPerBlock: Limit = { burst: 30, perMs: HOUR };
/** Newsletter addresses, likewise; an office shares one network. */
export const addressesPerNetwork: Limit = { burst: 10, perMs: HOUR };
export const addressesPerBlock: Limit = { burst: 100, perMs: HOUR };
/** Either form, from all networks: bounds what many networks together can store. */
export const formsPerDeployment: Limit = { burst: 500, perMs: HOUR };
/** Either form, from networks that sent none within the hour, so that frequent senders do not block them. */
export const newFormsPerDeployment: Limit = { burst: 5_000, perMs: HOUR };
/** The part of those from one IPv6 /32. */
export const newFormsPerProvider: Limit = { burst: 100, perMs: HOUR };

/** The bucket after taking one token at `now`; null if it has none. */
export function takeToken(
  bucket: Bucket | null,
  limit: Limit,
  now: number,
): Bucket | null {
  const tokens = tokensAt(bucket, limit, now);
  return tokens < 1 ? null : { tokens: tokens - 1, at: now };
}

/** Milliseconds until the next token; 0 if there is one. */
export function waitForToken(bucket: Bucket | null, limit: Limit, now: number) {
  const missing = 1 - tokensAt(bucket, limit, now);
  if (missing <= 0 || bucket === null) return 0;
  // A bucket that was emptied until a later time fills from then on.
  const ahead = Math.max(0, bucket.at - now);
  return ahead + Math.ceil((missing * limit.perMs) / limit.burst);
}

/** The bucket after a token is given back, never above the burst. */
export function returnToken(
  bucket: Bucket | null,
  limit: Limit,
  now: number,
): Bucket {
  const tokens = tokensAt(bucket, limit, now) + 1;
  return { tokens: Math.min(limit.burst, tokens), at: now };
}

function tokensAt(bucket: Bucket | null, limit: Limit, now: number): number {
  if (bucket === null) return limit.burst;
  // A clock that went back must not take tokens away.
  const elapsed = Math.max(0, now - bucket.at);
  const added = (elapsed * limit.burst) / limit.perMs;
  return Math.min(limit.burst, bucket.tokens + added);
}
