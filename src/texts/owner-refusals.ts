/** Refusals of owners in the language of the page. Read when the app is loaded, which is after the language. */
import type { OwnerRefusal } from "../../convex/base/rules/refusals";
import { ownerRefusals as english } from "./en/owner-refusals";
import { tableOf } from "./language";
import { refusalTexts } from "./refusal-text";
import { visitorRefusals } from "./visitor-refusals";

/** What visitors are told on the way in, an owner may be told too. */
export const { refusalText, refusalIn, errorText } = refusalTexts<OwnerRefusal>(
  visitorRefusals,
  tableOf("ownerRefusals", english),
);
