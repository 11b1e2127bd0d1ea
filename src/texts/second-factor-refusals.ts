/** Refusals of who sets a second factor up, in the language of the page. Read when its card is loaded, which is after the language. */
import type { SecondFactorRefusal } from "../../convex/base/rules/refusals";
import { ownerRefusals } from "./en/owner-refusals";
import { secondFactorRefusals } from "./en/second-factor-refusals";
import { tableOf } from "./language";
import { refusalTexts } from "./refusal-text";
import { visitorRefusals } from "./visitor-refusals";

export const { refusalText, errorText } = refusalTexts<SecondFactorRefusal>(
  visitorRefusals,
  tableOf("ownerRefusals", ownerRefusals),
  tableOf("secondFactorRefusals", secondFactorRefusals),
);
