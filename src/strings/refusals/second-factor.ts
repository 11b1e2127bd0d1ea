/** Refusals for a user who sets up a log-in code. */
import type {
  OwnerRefusal,
  SecondFactorRefusal,
} from "../../../convex/base/rules/refusals";
import { ownerRefusals } from "./owner";
import { refusalTexts, type RefusalTexts } from "./refusal-text";
import { visitorRefusals } from "./visitor";
import { strings } from "../language/language";

export const secondFactorRefusals = strings("secondFactorRefusals", {
  secondFactorOn: "The log-in code is already on. Turn it off first.",
  secretsOff: "This server has no key to encrypt secrets.",
} satisfies RefusalTexts<Exclude<SecondFactorRefusal, OwnerRefusal>>);

export const { refusalText, errorText } = refusalTexts<SecondFactorRefusal>(
  visitorRefusals,
  ownerRefusals,
  secondFactorRefusals,
);
