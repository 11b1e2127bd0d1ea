/** `/v1/events`. */
import type { Endpoint } from "./endpoint.ts";
import { pageOf } from "./list.ts";

export const eventEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/v1/events",
    run: ({ state }, params) =>
      pageOf(Object.values(state.stripe.events), params, "/v1/events"),
  },
];
