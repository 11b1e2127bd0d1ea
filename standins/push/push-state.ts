/** Simulated phones that receive pushes, the pushes sent to them, and the switches. */

/** A browser's subscription with the private half that only a browser has. */
export type Phone = {
  /** base64url, as PushSubscription.toJSON gives them. */
  readonly p256dh: string;
  readonly auth: string;
  /** The private key's number, base64url. */
  readonly secret: string;
  /** The subscription has ended: 410. */
  gone: boolean;
};

export type Push = {
  readonly id: string;
  readonly phone: string;
  readonly payload: string;
  readonly ttl: number;
  readonly urgency: string;
  readonly topic: string | null;
  /** The sender's contact from the signature. */
  readonly subject: string;
  readonly at: string;
};

export type PushSwitches = {
  readonly delayMs: number;
  /** Answers with this status and accepts nothing. Null accepts everything. */
  readonly fail: number | null;
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
};

export function noPushes(): PushState {
  return { phones: {}, pushes: [], switches: ordinaryPushes };
}
