/** All of the stand-in's Stripe routes. */
import type { Route } from "../http/route.ts";
import type { Store } from "../state/store.ts";
import { checkoutSessionEndpoints } from "./api/checkout-sessions.ts";
import { customerEndpoints } from "./api/customers.ts";
import { endpointRoute } from "./api/endpoint.ts";
import { eventEndpoints } from "./api/events.ts";
import { invoiceEndpoints } from "./api/invoices.ts";
import { portalSessionEndpoints } from "./api/portal-sessions.ts";
import { subscriptionEndpoints } from "./api/subscriptions.ts";
import { checkoutRoutes } from "./pages/checkout-page.ts";
import { invoiceRoutes } from "./pages/invoice-page.ts";
import { portalRoutes } from "./pages/portal-routes.ts";

export function stripeRoutes(store: Store, secretKey: string): Route[] {
  const endpoints = [
    ...customerEndpoints,
    ...checkoutSessionEndpoints,
    ...subscriptionEndpoints,
    ...portalSessionEndpoints,
    ...invoiceEndpoints,
    ...eventEndpoints,
  ];
  return [
    ...endpoints.map((endpoint) => endpointRoute(store, secretKey, endpoint)),
    ...checkoutRoutes(store),
    ...portalRoutes(store),
    ...invoiceRoutes(store),
  ];
}
