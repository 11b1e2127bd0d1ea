/** The entry of the development page: its address selects the app. Each built page names its app (build/pages.ts). */
import { appOf, type AppName } from "./app/apps";

const entries: Record<AppName, () => Promise<unknown>> = {
  front: () => import("./app/front"),
  site: () => import("./app/site"),
  admin: () => import("./app/admin"),
  customer: () => import("./app/customer"),
  display: () => import("./app/display"),
};

void entries[appOf(window.location.pathname)]();
