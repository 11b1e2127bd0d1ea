/** All of the stand-in's Google routes. */
import type { Route } from "../http/route.ts";
import type { Store } from "../state/store.ts";
import type { GoogleClient } from "./google-state.ts";
import { calendarRoutes } from "./api/calendar-routes.ts";
import { tokenRoutes } from "./api/token-routes.ts";
import { googleControlRoutes } from "./control-routes.ts";
import { calendarPageRoutes } from "./pages/calendar-page.ts";
import { consentRoutes } from "./pages/consent-page.ts";

export function googleRoutes(store: Store, client: GoogleClient): Route[] {
  return [
    ...consentRoutes(store, client),
    ...tokenRoutes(store, client),
    ...calendarRoutes(store),
    ...calendarPageRoutes(store),
    ...googleControlRoutes(store),
  ];
}
