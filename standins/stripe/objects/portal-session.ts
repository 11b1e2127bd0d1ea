/** Sessions of the billing portal. */
import type { WirePortalSession } from "./wire.ts";

/** The id of the portal's settings. The stand-in has one set. */
const PORTAL_CONFIGURATION = "bpc_standin";

export function makePortalSession(
  session: {
    readonly id: string;
    readonly customer: string;
    readonly url: string;
    readonly returnUrl: string | null;
  },
  now: number,
): WirePortalSession {
  return {
    id: session.id,
    object: "billing_portal.session",
    configuration: PORTAL_CONFIGURATION,
    created: now,
    customer: session.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: session.returnUrl,
    url: session.url,
  };
}
