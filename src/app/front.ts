/** Where the page of the front app begins. */
import { begin } from "./begin";

void begin(() => import("./front-app"));
