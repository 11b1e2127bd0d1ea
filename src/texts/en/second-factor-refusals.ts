/** Why the server did not do it, for who sets up a second factor or shows its code. */
import type {
  OwnerRefusal,
  SecondFactorRefusal,
} from "../../../convex/model/refusals";
import type { RefusalTexts } from "../refusal-text";

export const secondFactorRefusals = {
  codeNeeded: "Enter the code of your authenticator app.",
  codeWrong:
    "This code is not right, or it has been used. Codes change every 30 seconds.",
  secondFactorOn: "A second factor is on already. Remove it first.",
  secretsOff: "This server has no key to keep secrets with.",
} as const satisfies RefusalTexts<Exclude<SecondFactorRefusal, OwnerRefusal>>;
