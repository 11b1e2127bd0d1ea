"use node";
/** E-mail through a mail server (SMTP), such as that of a shop's mailbox. In Node, because it needs TCP. */
import { createTransport } from "nodemailer";
import { v } from "convex/values";
import { internalAction } from "../functions";
import { environment } from "../base/services/env";
import {
  mailOutcomeValidator,
  mailValidator,
  outcomeOfSmtp,
  unsubscribeHeaders,
  type SmtpError,
} from "./rules/mail";

const TIMEOUT_MS = 10_000;

export const send = internalAction({
  args: { to: v.string(), mail: mailValidator },
  returns: mailOutcomeValidator,
  handler: async (_ctx, { to, mail }) => {
    const { mail: settings } = environment();
    if (settings?.via !== "smtp") return "later" as const;
    const { from, server } = settings;
    const transport = createTransport({
      url: server.url,
      // Passwords and customer data go unencrypted only to this machine.
      requireTLS: !server.isLoopback,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const { subject, text, html, calendar } = mail;
    const message = {
      from,
      to: { name: "", address: to },
      subject,
      text,
      html,
      headers: unsubscribeHeaders(mail),
      ...(calendar !== undefined && {
        icalEvent: { method: calendar.method, content: calendar.file },
      }),
    };
    try {
      await transport.sendMail(message);
      return "sent" as const;
    } catch (error) {
      return outcomeOfSmtp(error as SmtpError);
    } finally {
      transport.close();
    }
  },
});
