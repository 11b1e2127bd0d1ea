/** View as owner: the button in the portal, and the bar on every owner's page meanwhile. */
import { strings } from "./language/language";

export const viewing = strings("viewing", {
  begin: "View as owner",
  meaning: "You see what the owner sees, and can change nothing.",
  notBegun: "This business cannot be viewed now.",
  label: "Viewing as owner",
  /** Beside the name, where there is room. */
  readOnly: "Read-only: nothing you do here is saved.",
  /** On phones. */
  short: "Read-only",
  viewing: (name: string) => `Viewing ${name}`,
  gone: "This business is no longer here.",
  stop: "Stop viewing",
  notStopped: "Viewing could not be stopped. Please try again.",
});
