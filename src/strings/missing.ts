/** A link or a typed short address that leads to no shop, or to one that could not be loaded. */
import { strings } from "./language/language";

export const missing = strings("missing", {
  notLoaded: "Could not load business information. Please try again later.",
  code: "This code doesn't lead to a shop",
  askForCode: "If you scanned a code, ask at the counter for a new one.",
  address: "No shop has this address",
  checkSpelling: "Check the spelling.",
});
