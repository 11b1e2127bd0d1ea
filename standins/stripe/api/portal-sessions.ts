/** `/v1/billing_portal/sessions`. */
import { nextId } from "../../state/ids.ts";
import { makePortalSession } from "../objects/portal-session.ts";
import { existing } from "../stripe-error.ts";
import type { Endpoint } from "./endpoint.ts";

export const portalSessionEndpoints: readonly Endpoint[] = [
  {
    method: "POST",
    path: "/v1/billing_portal/sessions",
    run({ state, now, origin }, params) {
      const { customers, portalSessions } = state.stripe;
      const customer = params.requiredText("customer");
      existing(customers, customer, "customer", "customer");
      const id = nextId(state, "bps_");
      const returnUrl = params.text("return_url");
      const url = `${origin}/portal/${id}`;
      const session = makePortalSession({ id, customer, url, returnUrl }, now);
      return (portalSessions[id] = session);
    },
  },
];
