/** The environment's settings for e-mail. */
import type { DeploymentKind } from "../rules/deploymentKind";
import { isLoopbackName, standInUrl } from "./standIn";

/** Settings for sending e-mail: a mail server if one is named, else Resend. */
export type MailSettings = ResendSettings | SmtpSettings;
export type ResendSettings = {
  via: "resend";
  apiKey: string;
  /** Such as 'Yourturn <hello@example.com>'. */
  from: string;
  /** The service, or its stand-in. */
  apiUrl: URL;
  isStandIn: boolean;
};
export type SmtpSettings = {
  via: "smtp";
  from: string;
  server: {
    /** `smtp://user:password@host:port`, or `smtps:` for a connection that is encrypted from the start. */
    url: string;
    isLoopback: boolean;
  };
  isStandIn: boolean;
};

/** As read by env.ts; empty if not set. */
type MailVariables = Record<"from" | "smtpUrl" | "apiKey" | "apiUrl", string>;

const RESEND = "https://api.resend.com";

/** Null: no e-mail is sent. */
export function mailSettings(
  { from, smtpUrl, apiKey, apiUrl: given }: MailVariables,
  kind: DeploymentKind,
): MailSettings | null {
  if (from === "") return null;
  if (smtpUrl !== "") return smtpSettings(smtpUrl, from, kind);
  if (apiKey === "") return null;
  const isStandIn = given !== "";
  const apiUrl = isStandIn ? standInUrl(given, kind) : new URL(RESEND);
  return apiUrl && { via: "resend", apiKey, from, apiUrl, isStandIn };
}

/** Null for an invalid server address: e-mail is then off, and does not fall back to Resend. */
function smtpSettings(
  text: string,
  from: string,
  kind: DeploymentKind,
): SmtpSettings | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, username, password } = new URL(text);
  const isSmtp = protocol === "smtp:" || protocol === "smtps:";
  if (!isSmtp || hostname === "") return null;
  if (!isEncoded(username) || !isEncoded(password)) return null;
  const isLoopback = isLoopbackName(hostname);
  const isStandIn = isLoopback && kind !== "production";
  return { via: "smtp", from, server: { url: text, isLoopback }, isStandIn };
}

/** Whether its percent-encoding is valid; nodemailer throws otherwise. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
