/** `/v1/invoices`, and the charges and disputes behind them. */
import { existing } from "../stripe-error.ts";
import type { Endpoint } from "./endpoint.ts";
import { createdIn, pageOf } from "./list.ts";

export const invoiceEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/v1/invoices",
    run({ state }, params) {
      const customer = params.text("customer");
      const status = params.text("status");
      const subscription = params.text("subscription");
      const found = Object.values(state.stripe.invoices).filter(
        (invoice) =>
          (customer === null || invoice.customer === customer) &&
          (status === null || invoice.status === status) &&
          (subscription === null ||
            invoice.parent?.subscription_details?.subscription ===
              subscription),
      );
      return pageOf(createdIn(found, params), params, "/v1/invoices");
    },
  },
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
  {
    method: "GET",
    path: "/v1/disputes/:id",
    run: ({ state }, _, id) => existing(state.stripe.disputes, id, "dispute"),
  },
];
