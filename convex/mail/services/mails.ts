/** Sends an e-mail through Resend or a mail server, without the outbox. */
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { MailSettings } from "../../base/services/mailSettings";
import { sendByResend } from "./resend";
import type { Mail, MailOutcome } from "../rules/mail";

/** Tries once to send a message to an address. @param key the same for every try of one message */
export async function trySend(
  ctx: ActionCtx,
  settings: MailSettings,
  to: string,
  mail: Mail,
  key: string | null,
): Promise<MailOutcome> {
  if (settings.via === "resend")
    return await sendByResend(settings, to, mail, key);
  return await ctx.runAction(internal.mail.smtp.send, { to, mail });
}

/** Sends a message once. @throws Error when it was not accepted; its text holds nothing of the message */
export async function sendMail(
  ctx: ActionCtx,
  settings: MailSettings,
  to: string,
  mail: Mail,
): Promise<void> {
  const outcome = await trySend(ctx, settings, to, mail, null);
  if (outcome !== "sent") throw new Error(`A mail was not sent: ${outcome}`);
}
