/** Reads a requested change of a subscription's one item, for making it or previewing its cost. */
import type { Change } from "../../state/state.ts";
import type { ItemChange } from "../billing/change-plan.ts";
import { itemOf } from "../billing/item.ts";
import type { WireSubscription } from "../objects/wire.ts";
import { existing, invalid } from "../stripe-error.ts";
import type { Params } from "./params.ts";

/** @param items the parameter `items` @throws StripeError when they are not the subscription's one item */
export function itemChange(
  { state }: Change,
  subscription: WireSubscription,
  items: readonly Params[],
): ItemChange {
  const old = itemOf(subscription);
  const [item, ...others] = items;
  const id = item?.text("id");
  if (item === undefined || others.length > 0 || id === null)
    throw invalid(
      "The stand-in's subscriptions have one item: name its id to change it.",
      { param: "items" },
    );
  if (id !== old.id)
    throw invalid(`No such subscription item: '${id}'`, {
      code: "resource_missing",
      param: "items[0][id]",
    });
  const price = item.text("price");
  return {
    price:
      price === null
        ? old.price
        : existing(state.stripe.prices, price, "price", "items[0][price]"),
    quantity: item.integer("quantity") ?? old.quantity,
  };
}
