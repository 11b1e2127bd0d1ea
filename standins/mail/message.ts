/** A received mail, and the list of mails. */

export type Message = {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  /** The headers in the request. For a mail server's mails, those that we read. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
  readonly at: string;
};

export type Attachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly content: string;
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
