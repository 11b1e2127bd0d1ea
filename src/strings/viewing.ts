/** View as owner: the button in the portal, and the bar on every owner's page in the meantime. */
import { strings } from "./language/language";

export const viewing = strings("viewing", {
  begin: "View as owner",
  meaning: "You see what the owner sees but can't change anything.",
  notBegun: "This business can't be viewed right now.",
  label: "Viewing as owner",
  /** Beside the name, where there is room. */
  readOnly: "Read-only: nothing you do here is saved.",
  /** On phones. */
  short: "Read-only",
  viewing: (name: string) => `Viewing ${name}`,
  gone: "This business no longer exists.",
  stop: "Stop viewing",
  notStopped: "Couldn't stop viewing. Please try again.",
});
