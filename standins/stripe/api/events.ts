/** `/v1/events`. */
import { existing } from "../stripe-error.ts";
import type { Endpoint } from "./endpoint.ts";
import { createdIn, pageOf } from "./list.ts";

export const eventEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/v1/events",
    run({ state }, params) {
      const type = params.text("type");
      const types = params.texts("types");
      const found = Object.values(state.stripe.events).filter(
        (event) =>
          (type === null || matches(event.type, type)) &&
          (types.length === 0 || types.includes(event.type)),
      );
      return pageOf(createdIn(found, params), params, "/v1/events");
    },
  },
  {
    method: "GET",
    path: "/v1/events/:id",
    run: ({ state }, _, id) => existing(state.stripe.events, id, "event"),
  },
];

/** `customer.*` matches every type with this prefix. */
function matches(type: string, pattern: string): boolean {
  return pattern.endsWith("*")
    ? type.startsWith(pattern.slice(0, -1))
    : type === pattern;
}
