/** Simulated phones that take pushes, what they were sent, and the switches. */

/** A browser's subscription with the private half that only a browser has. */
export type Phone = {
  /** base64url, as PushSubscription.toJSON gives them. */
  readonly p256dh: string;
  readonly auth: string;
  /** The private key's number, base64url. */
  readonly secret: string;
  /** Nobody is there any more: 410. */
  gone: boolean;
};

export type Push = {
  readonly id: string;
  readonly phone: string;
  /** What the application had encrypted. */
  readonly payload: string;
  readonly ttl: number;
  readonly urgency: string;
  readonly topic: string | null;
  /** Who says that they have sent it. */
  readonly subject: string;
  /** ISO time. */
  readonly at: string;
};

export type PushSwitches = {
  /** Answers so late. */
  readonly delayMs: number;
  /** Answers this and takes nothing; null takes everything. */
  readonly fail: number | null;
  /** Hands each push over twice, as services may. */
  readonly duplicate: boolean;
};

export type PushState = {
  readonly phones: Record<string, Phone>;
  /** Oldest first. */
  readonly pushes: Push[];
  switches: PushSwitches;
};

export const ordinaryPushes: PushSwitches = {
  delayMs: 0,
  fail: null,
  duplicate: false,
};

export function noPushes(): PushState {
  return { phones: {}, pushes: [], switches: ordinaryPushes };
}
