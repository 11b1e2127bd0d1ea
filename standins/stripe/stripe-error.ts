/** Errors in Stripe's form: https://docs.stripe.com/api/errors */
import { own } from "../state/own.ts";
import { DECLINED } from "./billing/test-cards.ts";

type Details = {
  readonly code?: string;
  readonly param?: string;
  readonly decline_code?: string;
  readonly doc_url?: string;
};

export class StripeError extends Error {
  readonly status: number;
  /** The answer's `error`. */
  readonly body: Record<string, unknown>;

  constructor(status: number, type: string, message: string, details: Details) {
    super(message);
    this.status = status;
    this.body = { type, message, ...details };
  }
}

/** 400: the request is invalid. */
export function invalid(message: string, details: Details = {}): StripeError {
  return new StripeError(400, "invalid_request_error", message, details);
}

/** 402: a charge that the bank refused. */
export function declined(): StripeError {
  return new StripeError(402, "card_error", DECLINED, {
    code: "card_declined",
    decline_code: "generic_decline",
    doc_url: "https://stripe.com/docs/error-codes/card-declined",
  });
}

/** 402: a charge that the customer must confirm with the bank first. */
export function needsConfirmation(): StripeError {
  return new StripeError(
    402,
    "card_error",
    "Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`.",
    {
      code: "subscription_payment_intent_requires_action",
      doc_url:
        "https://stripe.com/docs/error-codes/subscription-payment-intent-requires-action",
    },
  );
}

/** @param kind Stripe's name @param param null when it was the path @throws StripeError 404 for a path, else 400 */
export function existing<T>(
  objects: Readonly<Record<string, T>>,
  id: string,
  kind: string,
  param: string | null = null,
): T {
  const found = own(objects, id);
  if (found !== undefined) return found;
  throw new StripeError(
    param === null ? 404 : 400,
    "invalid_request_error",
    `No such ${kind}: '${id}'`,
    { code: "resource_missing", param: param ?? "id" },
  );
}
