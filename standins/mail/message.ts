/** A mail as it was handed over, and the list of them. */

export type Message = {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  /** ISO time. */
  readonly at: string;
};

export type MailState = {
  /** Oldest first. */
  readonly messages: Message[];
  /** By idempotency key: the request's fingerprint, the message's id, and when (Unix seconds). */
  readonly remembered: Record<
    string,
    { readonly fingerprint: string; readonly id: string; readonly at: number }
  >;
};

export function noMail(): MailState {
  return { messages: [], remembered: {} };
}
