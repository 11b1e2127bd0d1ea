/** The table of visitors in the language of the page. Read when the app is loaded, which is after the language. */
import type { VisitorRefusal } from "../../convex/model/refusals";
import { visitors as english } from "./en/visitors";
import { tableOf } from "./language";
import { refusalTexts } from "./refusal-text";

export const visitors = tableOf("visitors", english);

export const { refusalText, refusalIn, errorText } =
  refusalTexts<VisitorRefusal>(visitors.refusals);
