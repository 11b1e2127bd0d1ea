/** The card of the admin's own second factor: a file by itself, because it is needed once in an admin's life. */
import { late } from "../../lib/late";

/** Draws it. */
export const { Screen: SecondFactor } = late(
  () => import("../../features/account/second-factor-card"),
);
