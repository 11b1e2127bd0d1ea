/** Everything the stand-ins remember, as one JSON document. What is in it, not how it is kept (store.ts). */
import type { GoogleState } from "../google/google-state.ts";
import type { MailState } from "../mail/message.ts";
import type { PushState } from "../push/push-state.ts";
import type { StripeState } from "../stripe/stripe-state.ts";
import type { TwilioState } from "../twilio/twilio-state.ts";

export type State = {
  /** Raised when older files can no longer be read. */
  readonly version: 1;
  /** Ids are computed from it: the same seed and the same calls give the same ids. */
  readonly seed: string;
  /** How many ids of each prefix there are. */
  readonly made: Record<string, number>;
  /** How many changes there were. */
  changes: number;
  readonly stripe: StripeState;
  readonly mail: MailState;
  readonly push: PushState;
  readonly twilio: TwilioState;
  readonly google: GoogleState;
};

/** Who caused a change: the API request, as events name it; null for a page, a timer or a switch. */
export type Cause = {
  readonly id: string;
  readonly idempotency_key: string | null;
};

/** One look at the state, or one change of it: all of it is kept, or none. */
export type Change = {
  readonly state: State;
  /** Counts changes, so that what one change did can be told from what the next did. */
  readonly number: number;
  readonly nowMs: number;
  /** Unix seconds, as Stripe counts. */
  readonly now: number;
  /** Where browsers find our pages: `http://localhost:3003`. */
  readonly origin: string;
  readonly cause: Cause | null;
};
