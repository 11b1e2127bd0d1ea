/** `/v1/products` and `/v1/prices`. */
import { nextId } from "../../state/ids.ts";
import { makePrice, makeProduct } from "../objects/catalog.ts";
import { existing, invalid } from "../stripe-error.ts";
import type { Endpoint } from "./endpoint.ts";
import { createdIn, pageOf } from "./list.ts";

const INTERVALS = ["day", "week", "month", "year"] as const;

export const productEndpoints: readonly Endpoint[] = [
  {
    method: "POST",
    path: "/v1/products",
    run({ state, now }, params) {
      const id = params.text("id") ?? nextId(state, "prod_");
      const { products } = state.stripe;
      if (Object.hasOwn(products, id))
        throw invalid("Product already exists.", {
          code: "resource_already_exists",
          param: "id",
        });
      const name = params.requiredText("name");
      const description = params.text("description");
      const metadata = params.metadata() ?? {};
      const product = makeProduct({ id, name, description, metadata }, now);
      return (products[id] = product);
    },
  },
  {
    method: "GET",
    path: "/v1/products",
    run: ({ state }, params) =>
      pageOf(
        createdIn(Object.values(state.stripe.products), params),
        params,
        "/v1/products",
      ),
  },
  {
    method: "GET",
    path: "/v1/products/:id",
    run: ({ state }, _, id) => existing(state.stripe.products, id, "product"),
  },
];

export const priceEndpoints: readonly Endpoint[] = [
  {
    method: "POST",
    path: "/v1/prices",
    run({ state, now }, params) {
      const { prices, products } = state.stripe;
      const product = params.requiredText("product");
      existing(products, product, "product", "product");
      const unitAmount = params.integer("unit_amount");
      if (unitAmount === null || unitAmount < 0)
        throw invalid("Missing required param: unit_amount.", {
          code: "parameter_missing",
          param: "unit_amount",
        });
      const recurring = params.group("recurring");
      const id = nextId(state, "price_");
      const price = makePrice(
        {
          id,
          product,
          currency: params.requiredText("currency").toLowerCase(),
          unitAmount,
          recurring: recurring && {
            interval: recurring.choice("interval", INTERVALS) ?? "month",
            count: recurring.integer("interval_count") ?? 1,
          },
          nickname: params.text("nickname"),
          lookupKey: params.text("lookup_key"),
          metadata: params.metadata() ?? {},
        },
        now,
      );
      return (prices[id] = price);
    },
  },
  {
    method: "GET",
    path: "/v1/prices",
    run({ state }, params) {
      const active = params.boolean("active");
      const product = params.text("product");
      const keys = params.texts("lookup_keys");
      const found = Object.values(state.stripe.prices).filter(
        (price) =>
          (active === null || price.active === active) &&
          (product === null || price.product === product) &&
          (keys.length === 0 || keys.includes(price.lookup_key ?? "")),
      );
      return pageOf(createdIn(found, params), params, "/v1/prices");
    },
  },
  {
    method: "GET",
    path: "/v1/prices/:id",
    run: ({ state }, _, id) => existing(state.stripe.prices, id, "price"),
  },
];
