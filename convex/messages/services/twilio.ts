/** Calls Twilio, or its stand-in, through the SDK parts that are needed: the whole SDK is eight megabytes. */
"use node";

import BaseTwilio from "twilio/lib/base/BaseTwilio.js";
import DomainFile from "twilio/lib/base/Domain.js";
import RequestClientFile from "twilio/lib/base/RequestClient.js";
import VersionFile from "twilio/lib/base/Version.js";
import { IncomingPhoneNumberListInstance } from "twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js";
import { MessageListInstance } from "twilio/lib/rest/api/v2010/account/message.js";
import type V2010 from "twilio/lib/rest/api/V2010.js";
import type { AccountCheck, SentOutcome } from "../rules/sms";
import type { TwilioAccount } from "../../base/services/env";

const TIMEOUT_MS = 10_000;
/** Only for 429 answers, with which Twilio says that it has done nothing. */
const RETRIES = 2;

const Domain = commonJs(DomainFile);
const RequestClient = commonJs(RequestClientFile);
const Version = commonJs(VersionFile);

/** Sends one text. `callback` receives its status. Never throws: an unknown result is an outcome too. */
export async function sendText(
  account: TwilioAccount,
  apiUrl: URL,
  text: { from: string; to: string; body: string; callback: string },
): Promise<SentOutcome> {
  const { from, to, body, callback } = text;
  try {
    const messages = MessageListInstance(apiOf(account, apiUrl), account.sid);
    const { sid } = await messages.create({
      from,
      to,
      body,
      statusCallback: callback,
    });
    return sid ? { kind: "accepted", sid } : { kind: "unknown" };
  } catch (error) {
    const { status, code } = refusalOf(error);
    const isRefused = status >= 400 && status < 500 && status !== 408;
    return isRefused ? { kind: "refused", code } : { kind: "unknown" };
  }
}

/** Whether Twilio accepts the token and the account has the number `from`. */
export async function checkAccount(
  account: TwilioAccount,
  apiUrl: URL,
  from: string,
): Promise<AccountCheck> {
  try {
    const api = apiOf(account, apiUrl);
    const numbers = IncomingPhoneNumberListInstance(api, account.sid);
    // Twilio also finds longer numbers that contain this one, which may be somebody else's.
    const found = await numbers.list({ phoneNumber: from, limit: 20 });
    const isTheirs = found.some(({ phoneNumber }) => phoneNumber === from);
    return isTheirs ? "good" : "senderUnknown";
  } catch (error) {
    const { status } = refusalOf(error);
    return [401, 403, 404].includes(status) ? "refused" : "unavailable";
  }
}

/** The 2010-04-01 API: all that these two resources need of the class of that name. */
function apiOf({ sid, token }: TwilioAccount, apiUrl: URL): V2010 {
  const httpClient = new RequestClient({
    timeout: TIMEOUT_MS,
    autoRetry: true,
    maxRetries: RETRIES,
  });
  const client = new BaseTwilio.Client(sid, token, { httpClient });
  return new Version(
    new Domain(client, apiUrl.origin),
    "2010-04-01",
  ) as unknown as V2010;
}

/** Twilio's own errors have a status; 0 for others, such as a lost connection. */
function refusalOf(error: unknown): { status: number; code: number | null } {
  const { status, code } = Object(error) as Record<string, unknown>;
  return {
    status: typeof status === "number" ? status : 0,
    code: typeof code === "number" ? code : null,
  };
}

/** The default export of a CommonJS file, which ES module importers get wrapped. */
function commonJs<File extends object>(file: File): File {
  return (file as { default?: File }).default ?? file;
}
