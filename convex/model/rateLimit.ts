/**
 * The token bucket and the documented limits of everything that needs no
 * account, and of what costs others. Not the rows: data/rateLimits.ts.
 */

export type Bucket = { tokens: number; at: number };
export type Limit = {
  /** How many may come at once. */
  readonly burst: number;
  /** Time in which an empty bucket is full again. */
  readonly perMs: number;
};

const MINUTE = 60_000;

/**
 * Joins to one queue: a whole queue's worth twice over plus 100 in ten
 * minutes. A full shop never meets it; a script that joins and leaves does.
 */
export function joinsPerQueue(peoplePerQueue: number): Limit {
  return { burst: 100 + 2 * peoplePerQueue, perMs: 10 * MINUTE };
}
/** Joins from one address to one business: everybody behind one shop's Wi-Fi shares an address. */
export const joinsPerAddress: Limit = { burst: 60, perMs: 10 * MINUTE };
/** Wrong passwords and codes for one e-mail address, over all flows together. */
export const signInsPerEmail: Limit = { burst: 10, perMs: 60 * MINUTE };
/** Wrong passwords from one known browser: others cannot use these up. */
export const signInsPerDevice: Limit = { burst: 10, perMs: 60 * MINUTE };
/** Sign-ins, sign-ups, codes and requests for codes from one network address; as many again from known browsers. */
export const signInsPerAddress: Limit = { burst: 30, perMs: MINUTE };
/** Codes for one e-mail address from one network address (public part §5). */
export const resetsPerCaller: Limit = { burst: 1, perMs: MINUTE };
/** Codes for one e-mail address: nobody's mailbox is filled by strangers. */
export const resetsPerEmail: Limit = { burst: 5, perMs: 60 * MINUTE };
/** What one owner has Stripe do: many times what a person clicks, and little beside Stripe's 100 a second for us all. */
export const paymentCallsPerBusiness: Limit = {
  burst: 30,
  perMs: 10 * MINUTE,
};

/** The bucket after taking one token at `now`, or null if it has none. */
export function takeToken(
  bucket: Bucket | null,
  limit: Limit,
  now: number,
): Bucket | null {
  const tokens = tokensAt(bucket, limit, now);
  return tokens < 1 ? null : { tokens: tokens - 1, at: now };
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
