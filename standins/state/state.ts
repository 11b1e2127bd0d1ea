/** All state of the stand-ins as one JSON document. Storing it is in store.ts. */
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
  readonly made: Record<string, number>;
  changes: number;
  readonly stripe: StripeState;
  readonly mail: MailState;
  readonly push: PushState;
  readonly twilio: TwilioState;
  readonly google: GoogleState;
};

/** The cause of a change: the API request, as events name it. Null for a page, a timer or a switch. */
export type Cause = {
  readonly id: string;
  readonly idempotency_key: string | null;
};

/** One read of the state, or one change of it, which is stored completely or not at all. */
export type Change = {
  readonly state: State;
  /** The number of the change, which tells the effects of different changes apart. */
  readonly number: number;
  readonly nowMs: number;
  /** Unix seconds, as Stripe counts. */
  readonly now: number;
  /** The address of our pages for browsers: `http://localhost:3003`. */
  readonly origin: string;
  readonly cause: Cause | null;
};
