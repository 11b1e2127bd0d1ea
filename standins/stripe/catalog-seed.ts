/** Prices that exist from the start, with the ids that the shop knows. */
import type { Change } from "../state/state.ts";
import { makePrice, makeProduct } from "./objects/catalog.ts";

export type SeededPrice = {
  readonly id: string;
  readonly name: string;
  readonly unitAmount: number;
  readonly currency: string;
};

export function seedPrices(
  { state, now }: Change,
  seeded: readonly SeededPrice[],
): void {
  const { prices, products } = state.stripe;
  for (const { id, name, unitAmount, currency } of seeded) {
    if (prices[id] !== undefined) continue;
    const product = id.replace(/^price_/, "prod_");
    products[product] = makeProduct(
      { id: product, name, default_price: id },
      now,
    );
    prices[id] = makePrice({ id, product, currency, unitAmount }, now);
  }
}
