/** The entry of the admin portal's page. */
import { begin } from "./begin";

void begin(() => import("./admin-app"));
