/** The card of the admin's own second factor, in a separate file because it is rarely needed. */
import { late } from "../../lib/late";

/** Renders it. */
export const { Screen: SecondFactor } = late(
  () => import("../../features/account/second-factor-card"),
);
