/** The entry of the site app's page. */
import { begin } from "./begin";

void begin(() => import("./site-app"));
