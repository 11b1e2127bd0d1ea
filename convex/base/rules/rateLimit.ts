/**
 * The token bucket and the documented limits of everything that needs no
 * account, and of what costs others. Not the rows: data/rateLimits.ts.
 */

import { plans, type Plan } from "./plans";

export type Bucket = { tokens: number; at: number };
export type Limit = {
  /** How many may come at once. */
  readonly burst: number;
  /** Time in which an empty bucket is full again. */
  readonly perMs: number;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Wrong passwords for one e-mail address from one network. */
export const wrongPerNetwork: Limit = { burst: 10, perMs: HOUR };
/** Wrong passwords for one e-mail address from all networks: NIST SP 800-63B 5.2.2 allows a hundred. Known browsers do not take part. */
export const signInsPerEmail: Limit = { burst: 100, perMs: HOUR };
/** Wrong passwords from one known browser: others cannot use these up. */
export const signInsPerDevice: Limit = { burst: 10, perMs: HOUR };
/** Sign-ins, sign-ups and requests for codes from one network; as many again from known browsers, and tries at codes. */
export const signInsPerNetwork: Limit = { burst: 30, perMs: MINUTE };
/** The same from an IPv6 /48, in which one may have 65,536 networks. */
export const signInsPerBlock: Limit = { burst: 90, perMs: MINUTE };
/** New accounts from one network, a shared office's too, and from an IPv6 /48. */
export const signUpsPerNetwork: Limit = { burst: 10, perMs: HOUR };
export const signUpsPerBlock: Limit = { burst: 30, perMs: HOUR };
/** Codes for one e-mail address from one caller (product.md A4). */
export const resetsPerCaller: Limit = { burst: 1, perMs: MINUTE };
/** Codes for one e-mail address from one network. */
export const resetsPerNetwork: Limit = { burst: 5, perMs: HOUR };
/** Codes for one e-mail address from strangers: nobody's mailbox is filled. */
export const resetsPerEmail: Limit = { burst: 8, perMs: HOUR };
/** Codes for the owner of a known browser: strangers cannot use these up. */
export const resetsPerDevice: Limit = { burst: 5, perMs: HOUR };
/** Tries at the codes of one e-mail address of who has asked for one, filled with each request. */
export const codeTriesPerAsker: Limit = { burst: 5, perMs: HOUR };
/** Tries of who has not: from one network, and from all. */
export const codeTriesPerNetwork: Limit = { burst: 5, perMs: 10 * MINUTE };
export const codeTriesPerEmail: Limit = { burst: 20, perMs: HOUR };
/** Wrong codes of one second factor from one known browser, from one network, and with a code for a new password: of a million, three are right at a time. */
export const secondFactorTries: Limit = { burst: 10, perMs: HOUR };
/** The same from all networks: who knows the password and has one of them keeps nobody out who comes from another. */
export const secondFactorTriesOfAll: Limit = { burst: 100, perMs: HOUR };
/** New access tokens of one session: each page that is opened takes one. */
export const refreshesPerSession: Limit = { burst: 200, perMs: HOUR };
/** New queues of one business, whatever became of those before: ten times what the largest plan has room for. */
export const queuesPerBusiness: Limit = { burst: 1_000, perMs: HOUR };
/** Logos of one business: each is read byte by byte. */
export const logosPerBusiness: Limit = { burst: 20, perMs: HOUR };
/** Exports of all data of one business. */
export const exportsPerBusiness: Limit = { burst: 3, perMs: HOUR };
/** What one business writes to support (product.md O40). */
export const supportPerBusiness: Limit = { burst: 20, perMs: HOUR };
/** Codes for a new e-mail address of one account: whoever has its password fills nobody's mailbox. */
export const emailCodesPerUser: Limit = { burst: 5, perMs: HOUR };
/** The same for one address, whoever asks (product.md A12): accounts are many, and the mailbox may be a stranger's. */
export const emailCodesPerAddress: Limit = { burst: 8, perMs: HOUR };
/** Changes of mind about one visit: its sums are written with each. */
export const feedbackPerTicket: Limit = { burst: 10, perMs: HOUR };
/** New addresses for pushes of one ticket: each is written with its ticket. */
export const pushesPerTicket: Limit = { burst: 10, perMs: HOUR };
/** Looks at a business's waits from one network, and from all: more are not counted. Bounds what is stored for half an hour. */
export const looksPerNetwork: Limit = { burst: 60, perMs: 10 * MINUTE };
export const looksPerBusiness: Limit = { burst: 600, perMs: 10 * MINUTE };
/** Texts of one shop to one number: a family of three called twice, and nobody is pestered. */
export const textsPerNumber: Limit = { burst: 6, perMs: HOUR };
/** The same from all shops: four of them that text as often as they may. */
export const textsPerNumberOfAll: Limit = { burst: 24, perMs: HOUR };
/** Texts of one shop: three chairs on a busy Saturday call far fewer. */
export const textsPerMinute: Limit = { burst: 30, perMs: MINUTE };
/** Answers that come through one shop's own account, which could sign any: as many as it may send texts. */
export const repliesPerBusiness: Limit = { burst: 1_800, perMs: HOUR };
/** Checks of a shop's Twilio credentials: each asks Twilio. */
export const twilioChecksPerBusiness: Limit = { burst: 10, perMs: 10 * MINUTE };
/** What one owner has Stripe do: many times what a person clicks, and little beside Stripe's 100 a second for us all. */
export const paymentCallsPerBusiness: Limit = {
  burst: 30,
  perMs: 10 * MINUTE,
};

/**
 * What is done at the counters of one business, which stores a row for each:
 * by the queues that its plan allows. Starter's thousand an hour is three
 * counters that each act every quarter of a minute, and a cut after which each
 * sends the 200 actions that a browser keeps (product.md D17).
 */
export function answersPerBusiness(plan: Plan): Limit {
  return { burst: 200 * plans[plan].queueLimit, perMs: HOUR };
}

/** Requests for a demo from one network (product.md V3); from an IPv6 /48, and from all who cannot be told apart, ten times as many. */
export const demosPerNetwork: Limit = { burst: 3, perMs: HOUR };
export const demosPerCrowd: Limit = { burst: 30, perMs: HOUR };
/** Addresses for the newsletter, the same: an office has one network. */
export const addressesPerNetwork: Limit = { burst: 10, perMs: HOUR };
export const addressesPerCrowd: Limit = { burst: 100, perMs: HOUR };
/** Either, from everybody: bounds what many networks together can store. */
export const formsPerDeployment: Limit = { burst: 500, perMs: HOUR };
/** Either, from networks that have sent none within the hour: they get in beside those that send on and on. */
export const newFormsPerDeployment: Limit = { burst: 5_000, perMs: HOUR };
/** Of those, from one IPv6 /32. */
export const newFormsPerProvider: Limit = { burst: 100, perMs: HOUR };

/** The bucket after taking one token at `now`, or null if it has none. */
export function takeToken(
  bucket: Bucket | null,
  limit: Limit,
  now: number,
): Bucket | null {
  const tokens = tokensAt(bucket, limit, now);
  return tokens < 1 ? null : { tokens: tokens - 1, at: now };
}

/** Milliseconds until there is a token again; 0 if there is one. */
export function waitForToken(
  bucket: Bucket | null,
  limit: Limit,
  now: number,
): number {
  const missing = 1 - tokensAt(bucket, limit, now);
  if (missing <= 0 || bucket === null) return 0;
  // A bucket that was emptied ahead of time fills from its own time on.
  const ahead = Math.max(0, bucket.at - now);
  return ahead + Math.ceil((missing * limit.perMs) / limit.burst);
}

/** The bucket after a token is given back, never above the burst. */
export function returnToken(
  bucket: Bucket | null,
  limit: Limit,
  now: number,
): Bucket {
  return {
    tokens: Math.min(limit.burst, tokensAt(bucket, limit, now) + 1),
    at: now,
  };
}

function tokensAt(bucket: Bucket | null, limit: Limit, now: number): number {
  if (bucket === null) return limit.burst;
  // A clock that went back must not take tokens away.
  const elapsed = Math.max(0, now - bucket.at);
  return Math.min(
    limit.burst,
    bucket.tokens + (elapsed * limit.burst) / limit.perMs,
  );
}
