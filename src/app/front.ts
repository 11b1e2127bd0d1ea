/** The entry of the front app's page. */
import { begin } from "./begin";

void begin(() => import("./front-app"));
