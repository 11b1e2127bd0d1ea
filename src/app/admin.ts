/** Where the page of the admin portal begins. */
import { begin } from "./begin";

void begin(() => import("./admin-app"));
