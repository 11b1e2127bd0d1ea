/** JSON answers of the HTTP calls; never cached. */
import { httpMessage } from "../rules/httpMessages";
import {
  readAppError,
  type Refusal,
  type RefusalCode,
} from "../rules/refusals";

const STATUS_OF: Readonly<Partial<Record<RefusalCode, number>>> = {
  notSignedIn: 401,
  notAllowed: 403,
  viewingOnly: 403,
  adminSessionEnded: 401,
  secondFactorNeeded: 403,
  confirmFirst: 403,
  lastAdmin: 409,
  emailTaken: 409,
  subscriptionNotEnded: 503,
  notSubscribed: 402,
  smsNotInPlan: 402,
  smsQuotaUsed: 402,
  notFound: 404,
  tooManyRequests: 429,
};

export function statusOf({ code }: Pick<Refusal, "code">): number {
  return STATUS_OF[code] ?? 400;
}

/** The answer for a thrown refusal. @throws any other error */
export function refusalOf(error: unknown, also: object = {}): Response {
  const known = readAppError(error);
  if (known === null) throw error;
  return json(statusOf(known), { ...also, error: httpMessage(known) });
}

export function refusal(status: number, error: string): Response {
  return json(status, { error });
}

export function json(status: number, body: object): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
    },
  });
}
