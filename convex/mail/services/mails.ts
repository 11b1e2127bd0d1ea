/** Sends an e-mail through Resend or a mail server, without the outbox. */
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { MailSettings } from "../../base/services/mailSettings";
import { sendByResend } from "./resend";
import type { Mail, MailOutcome } from "../rules/mail";

/** A mail service refuses more than a few mails a second, for example beside a burst of reminders. */
const PAUSE_MS = 1_000;
const PATIENCE_MS = 3_000;

/** Tries once to send a message to an address. @param key the same for every try of one message */
export async function trySend(
  ctx: ActionCtx,
  settings: MailSettings,
  to: string,
  mail: Mail,
  key: string,
): Promise<MailOutcome> {
  if (settings.via === "resend")
    return await sendByResend(settings, to, mail, key);
  return await ctx.runAction(internal.mail.smtp.send, { to, mail });
}

/** Sends a message. @throws Error when it was not accepted; its text holds nothing of the message */
export async function sendMail(
  ctx: ActionCtx,
  settings: MailSettings,
  to: string,
  mail: Mail,
): Promise<void> {
  const key = crypto.randomUUID();
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const outcome = await trySend(ctx, settings, to, mail, key);
    if (outcome === "sent") return;
    const mayPass = outcome === "later" || outcome === "again";
    if (!mayPass || Date.now() > until)
      throw new Error(`A mail was not sent: ${outcome}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
