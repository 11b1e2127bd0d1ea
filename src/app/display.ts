/** Where the page of the display app begins. */
import { begin } from "./begin";

void begin(() => import("./display-app"));
