/** Where the page of the site app begins. */
import { begin } from "./begin";

void begin(() => import("./site-app"));
