/** The card of the admin's own second factor, in a separate file because it is rarely needed. */
import { onDemand } from "../../lib/on-demand";

export const { Screen: SecondFactor } = onDemand(
  () => import("../../features/account/second-factor-card"),
);
