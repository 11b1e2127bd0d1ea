/** `/v1/invoices`, and the charges behind them. */
import type { Change } from "../../state/state.ts";
import { previewPlanChange } from "../billing/change-plan.ts";
import { existing, invalid } from "../stripe-error.ts";
import type { Endpoint } from "./endpoint.ts";
import { itemChange } from "./item-change.ts";
import { pageOf } from "./list.ts";
import type { Params } from "./params.ts";

export const invoiceEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/v1/invoices",
    run({ state }, params) {
      const customer = params.text("customer");
      const status = params.text("status");
      const found = Object.values(state.stripe.invoices).filter(
        (invoice) =>
          (customer === null || invoice.customer === customer) &&
          (status === null || invoice.status === status),
      );
      return pageOf(found, params, "/v1/invoices");
    },
  },
  { method: "POST", path: "/v1/invoices/create_preview", run: preview },
  {
    method: "GET",
    path: "/v1/invoices/:id",
    run: ({ state }, _, id) => existing(state.stripe.invoices, id, "invoice"),
  },
  {
    method: "GET",
    path: "/v1/charges/:id",
    run: ({ state }, _, id) => existing(state.stripe.charges, id, "charge"),
  },
];

/** The immediate cost of a change of plan: https://docs.stripe.com/api/invoices/create_preview */
function preview(change: Change, params: Params): object {
  const id = params.requiredText("subscription");
  const { subscriptions } = change.state.stripe;
  const subscription = existing(
    subscriptions,
    id,
    "subscription",
    "subscription",
  );
  const customer = params.text("customer");
  if (customer !== null && customer !== subscription.customer)
    throw invalid(`Customer ${customer} does not have a subscription ${id}`, {
      code: "resource_missing",
      param: "subscription",
    });
  const details = params.group("subscription_details");
  if (details?.text("proration_behavior") !== "always_invoice")
    throw invalid(
      "The stand-in previews only what is invoiced at once (always_invoice).",
      { param: "subscription_details[proration_behavior]" },
    );
  const items = details.groups("items");
  return previewPlanChange(change, id, itemChange(change, subscription, items));
}
