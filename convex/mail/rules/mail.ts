/** One e-mail and its possible outcomes, for any mail service. */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";

export const mailValidator = v.object({
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  /** An iCalendar file of this method (RFC 5546), for the reader's calendar. */
  calendar: v.optional(
    v.object({
      method: oneOf("REQUEST", "CANCEL"),
      file: v.string(),
    }),
  ),
  /** One POST to it ends such mails (RFC 8058). */
  unsubscribeUrl: v.optional(v.string()),
});
export type Mail = Infer<typeof mailValidator>;

/** `later`: surely not accepted; `again`: unknown, but a retry with the same key sends it once; `unknown`: no retry. */
export const mailOutcomeValidator = oneOf(
  "sent",
  "later",
  "again",
  "refused",
  "unknown",
);
export type MailOutcome = Infer<typeof mailOutcomeValidator>;

/** The headers of a mail with an unsubscribe link: RFC 2369 and RFC 8058. */
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

/** The outcome by a mail service's HTTP status (https://resend.com/docs/api-reference/errors). */
export function outcomeOfStatus(status: number): MailOutcome {
  if (status >= 200 && status < 300) return "sent";
  // Another try used the same key.
  if (status === 409) return "unknown";
  if (status >= 500) return "again";
  // 401 and 403 are for the operator to fix; the mail itself was not examined.
  return [401, 403, 429].includes(status) ? "later" : "refused";
}

/** nodemailer's error for an unsent mail (its lib/errors.js). */
export type SmtpError = {
  readonly code?: string;
  /** Node's code, where `code` is only that of the socket. */
  readonly originalCode?: string;
  readonly responseCode?: number;
  readonly syscall?: string;
  readonly message?: string;
};

const NOT_BEGUN = ["EDNS", "ETLS", "EAUTH", "ENOAUTH", "EREQUIRETLS"];
const NOT_CONNECTED = ["Connection timeout", "Greeting never received"];
/** Of an expired or unknown certificate (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const NOT_TRUSTED = /CERT|VERIFY/;

/** The outcome by a mail server's error: the class of its answer (RFC 5321 4.2.1), or the step that failed. */
export function outcomeOfSmtp(error: SmtpError): MailOutcome {
  const { code = "", responseCode = 0, syscall, message = "" } = error;
  if (NOT_BEGUN.includes(code) || NOT_CONNECTED.includes(message))
    return "later";
  if (syscall === "connect" || NOT_TRUSTED.test(error.originalCode ?? ""))
    return "later";
  if (responseCode >= 500) return "refused";
  return responseCode >= 400 ? "later" : "unknown";
}
