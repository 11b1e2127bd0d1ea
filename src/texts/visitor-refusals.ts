/** Refusals of visitors in the language of the page. Read when the app is loaded, which is after the language. */
import type { VisitorRefusal } from "../../convex/base/rules/refusals";
import { visitorRefusals as english } from "./en/visitor-refusals";
import { tableOf } from "./language";
import { refusalTexts } from "./refusal-text";

export const visitorRefusals = tableOf("visitorRefusals", english);

export const { refusalText, refusalIn, errorText } =
  refusalTexts<VisitorRefusal>(visitorRefusals);
