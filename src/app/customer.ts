/** Where the page of the customer app begins. */
import { begin } from "./begin";

void begin(() => import("./customer-app"));
