/** The table of messages between owners and admins in the language of the page. Read when the app is loaded, which is after the language. */
import type { SupportRefusal } from "../../convex/base/rules/refusals";
import { support as english } from "./en/support";
import { tableOf } from "./language";
import { refusalTexts } from "./refusal-text";

export const support = tableOf("support", english);

export const { refusalText, errorText } = refusalTexts<SupportRefusal>(
  support.refusals,
);
