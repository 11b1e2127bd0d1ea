/** `/v1/customers`. */
import { nextId } from "../../state/ids.ts";
import { own } from "../../state/own.ts";
import { end } from "../billing/cancel.ts";
import { makeCustomer } from "../objects/customer.ts";
import { existing } from "../stripe-error.ts";
import { emit } from "../webhooks/emit.ts";
import type { Endpoint } from "./endpoint.ts";
import { pageOf } from "./list.ts";
import type { Params } from "./params.ts";

export const customerEndpoints: readonly Endpoint[] = [
  {
    method: "POST",
    path: "/v1/customers",
    run(change, params) {
      const { state, now } = change;
      const customer = makeCustomer(
        {
          id: nextId(state, "cus_"),
          email: params.text("email"),
          name: params.text("name"),
          phone: params.text("phone"),
          description: params.text("description"),
          metadata: params.metadata() ?? {},
        },
        now,
      );
      state.stripe.customers[customer.id] = customer;
      emit(change, "customer.created", customer);
      return customer;
    },
  },
  {
    method: "GET",
    path: "/v1/customers",
    run({ state }, params) {
      const email = params.text("email");
      const found = Object.values(state.stripe.customers).filter(
        (customer) => email === null || customer.email === email,
      );
      return pageOf(found, params, "/v1/customers");
    },
  },
  {
    method: "GET",
    path: "/v1/customers/:id",
    run({ state }, _, id) {
      const { customers, deletedCustomers } = state.stripe;
      return own(deletedCustomers, id)
        ? { id, object: "customer", deleted: true }
        : existing(customers, id, "customer");
    },
  },
  {
    method: "DELETE",
    path: "/v1/customers/:id",
    run(change, _, id) {
      const { customers, deletedCustomers, subscriptions } =
        change.state.stripe;
      const customer = existing(customers, id, "customer");
      for (const subscription of Object.values(subscriptions))
        if (subscription.customer === id && subscription.status !== "canceled")
          end(change, subscription, "cancellation_requested");
      emit(change, "customer.deleted", customer);
      delete customers[id];
      deletedCustomers[id] = true;
      return { id, object: "customer", deleted: true };
    },
  },
];

/** Given keys replace, empty ones delete, all others stay. */
export function mergeMetadata(
  old: Readonly<Record<string, string>>,
  params: Params,
): Record<string, string> {
  const given = params.metadata();
  if (given === null) return { ...old };
  return Object.fromEntries(
    Object.entries({ ...old, ...given }).filter(([, value]) => value !== ""),
  );
}
