/** What the environment says about sending e-mail. */
import type { DeploymentKind } from "../rules/deploymentKind";
import { isLoopbackName, standInUrl } from "./standIn";

/** What sending e-mail needs: a mail server where one is named, else Resend. */
export type MailSettings = ResendSettings | SmtpSettings;
export type ResendSettings = {
  via: "resend";
  apiKey: string;
  /** Such as 'Yourturn <hello@example.com>'. */
  from: string;
  /** The service, or the stand-in for it. */
  apiUrl: URL;
  isStandIn: boolean;
};
export type SmtpSettings = {
  via: "smtp";
  from: string;
  server: {
    /** `smtp://user:password@host:port`, or `smtps:` where the connection begins encrypted. */
    url: string;
    isLoopback: boolean;
  };
  isStandIn: boolean;
};

/** What env.ts has read of it; empty for what is not set. */
type MailVariables = {
  from: string;
  smtpUrl: string;
  apiKey: string;
  apiUrl: string;
};

const RESEND = "https://api.resend.com";

/** Null where no e-mail is sent. */
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

/** Null for what is no address of a mail server: then e-mail is off, and nothing goes another way than the one that was asked for. */
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

/** Whether its percent signs can be read: nodemailer throws for others. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
