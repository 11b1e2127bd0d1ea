/** One e-mail and what may become of it, whoever carries it. Not the sentences (account/rules/mails.ts, booking/rules/mails.ts) and no sending. */
import { v, type Infer } from "convex/values";

/** A message to one address. */
export const mailValidator = v.object({
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  /** An iCalendar file of this method (RFC 5546), for the reader's own calendar. */
  calendar: v.optional(
    v.object({
      method: v.union(v.literal("REQUEST"), v.literal("CANCEL")),
      file: v.string(),
    }),
  ),
  /** Where one POST ends such mails (RFC 8058). */
  unsubscribeUrl: v.optional(v.string()),
});
export type Mail = Infer<typeof mailValidator>;

/**
 * - `sent`: the service has taken it;
 * - `later`: it was surely not taken, and may be tried again;
 * - `again`: nobody can say, and trying again with the same key sends it once;
 * - `refused`: nor will it be;
 * - `unknown`: nobody can say. Trying again could send it twice.
 */
export const mailOutcomeValidator = v.union(
  v.literal("sent"),
  v.literal("later"),
  v.literal("again"),
  v.literal("refused"),
  v.literal("unknown"),
);
export type MailOutcome = Infer<typeof mailOutcomeValidator>;

/** The headers of a mail that one may end: RFC 2369 and RFC 8058. */
export function unsubscribeHeaders({
  unsubscribeUrl,
}: Pick<Mail, "unsubscribeUrl">): Record<string, string> {
  return unsubscribeUrl === undefined
    ? {}
    : {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      };
}

/** What a mail service's HTTP status says (https://resend.com/docs/api-reference/errors). */
export function outcomeOfStatus(status: number): MailOutcome {
  if (status >= 200 && status < 300) return "sent";
  // Of another try with the same key.
  if (status === 409) return "unknown";
  if (status >= 500) return "again";
  // 401 and 403 are the operator's to mend: the mail itself was not looked at.
  return [401, 403, 429].includes(status) ? "later" : "refused";
}

/** What nodemailer tells of a mail that did not go (its lib/errors.js). */
export type SmtpError = {
  readonly code?: string;
  readonly responseCode?: number;
  readonly syscall?: string;
  readonly message?: string;
};

/** Before any of the message was handed over. */
const NOT_BEGUN = ["EDNS", "ETLS", "EAUTH", "ENOAUTH", "EREQUIRETLS"];
const NOT_CONNECTED = ["Connection timeout", "Greeting never received"];

/** What an error of a mail server says: its answer's class (RFC 5321 4.2.1), or how far one came. */
export function outcomeOfSmtp(error: SmtpError): MailOutcome {
  const { code = "", responseCode = 0, syscall, message = "" } = error;
  if (NOT_BEGUN.includes(code) || NOT_CONNECTED.includes(message)) {
    return "later";
  }
  if (syscall === "connect") return "later";
  if (responseCode >= 500) return "refused";
  return responseCode >= 400 ? "later" : "unknown";
}
