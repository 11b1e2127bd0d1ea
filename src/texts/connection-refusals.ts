/** Refusals of owners who send texts or connect another service, in the language of the page. Read when the app is loaded, which is after the language. */
import type { ConnectionRefusal } from "../../convex/base/rules/refusals";
import { connectionRefusals } from "./en/connection-refusals";
import { ownerRefusals } from "./en/owner-refusals";
import { tableOf } from "./language";
import { refusalTexts } from "./refusal-text";
import { visitorRefusals } from "./visitor-refusals";

export const { refusalText, errorText } = refusalTexts<ConnectionRefusal>(
  visitorRefusals,
  tableOf("ownerRefusals", ownerRefusals),
  tableOf("connectionRefusals", connectionRefusals),
);
