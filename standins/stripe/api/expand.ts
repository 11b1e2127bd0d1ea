/** Replaces ids with their objects: https://docs.stripe.com/expand */
import type { State } from "../../state/state.ts";
import { invalid } from "../stripe-error.ts";
import { invoicePayment } from "../objects/payment-intent.ts";
import { wholeList } from "./list.ts";

const DEEPEST = 4;

/** A copy with the properties in `paths` expanded. @throws StripeError for a property that is no stored object's id */
export function expand(
  state: State,
  object: unknown,
  paths: readonly string[],
): unknown {
  const copy = structuredClone(object);
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > DEEPEST)
      throw invalid(
        `You cannot expand more than ${DEEPEST} levels of a property (${path}).`,
      );
    follow(state, copy, steps, path);
  }
  return copy;
}

function follow(
  state: State,
  node: unknown,
  steps: readonly string[],
  path: string,
): void {
  if (Array.isArray(node)) {
    for (const one of node) follow(state, one, steps, path);
    return;
  }
  const [name, ...rest] = steps;
  if (name === undefined || node === null || typeof node !== "object") return;
  const fields = node as Record<string, unknown>;
  if (typeof fields[name] === "string")
    fields[name] = structuredClone(objectOf(state, fields[name], path));
  else if (fields[name] === undefined)
    fields[name] = structuredClone(includedIn(state, fields, name, path));
  else if (rest.length === 0 && fields[name] !== null) return;
  follow(state, fields[name], rest, path);
}

function objectOf({ stripe }: State, id: string, path: string): object {
  const found =
    stripe.customers[id] ??
    stripe.subscriptions[id] ??
    stripe.invoices[id] ??
    stripe.products[id] ??
    stripe.prices[id] ??
    stripe.paymentMethods[id] ??
    stripe.charges[id] ??
    Object.values(stripe.intents).find((intent) => intent.id === id);
  if (found !== undefined) return found;
  if (stripe.deletedCustomers[id])
    return { id, object: "customer", deleted: true };
  throw notExpandable(path);
}

/** Properties that exist only on request. */
function includedIn(
  { stripe }: State,
  { id }: Record<string, unknown>,
  name: string,
  path: string,
): object {
  const invoice = stripe.invoices[String(id)];
  if (invoice !== undefined && name === "payments") {
    const intent = stripe.intents[invoice.id];
    const payments = intent ? [invoicePayment(invoice, intent)] : [];
    return wholeList(payments, "/v1/invoice_payments");
  }
  throw notExpandable(path);
}

function notExpandable(path: string) {
  return invalid(`This property cannot be expanded (${path}).`, {
    param: "expand",
  });
}
