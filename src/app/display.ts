/** The entry of the display app's page. */
import { begin } from "./begin";

void begin(() => import("./display-app"));
