/** Why the server did not do it, for who sets up a second factor. */
import type {
  OwnerRefusal,
  SecondFactorRefusal,
} from "../../../convex/base/rules/refusals";
import type { RefusalTexts } from "../refusal-text";

export const secondFactorRefusals = {
  secondFactorOn: "A second factor is on already. Remove it first.",
  secretsOff: "This server has no key to keep secrets with.",
} as const satisfies RefusalTexts<Exclude<SecondFactorRefusal, OwnerRefusal>>;
