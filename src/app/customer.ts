/** The entry of the customer app's page. */
import { begin } from "./begin";

void begin(() => import("./customer-app"));
