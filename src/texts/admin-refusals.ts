/** Refusals of admins in the portal, in the language of the page. Read when the portal is loaded, which is after the language. */
import type { AdminRefusal } from "../../convex/base/rules/refusals";
import { adminRefusals } from "./en/admin-refusals";
import { ownerRefusals } from "./en/owner-refusals";
import { secondFactorRefusals } from "./en/second-factor-refusals";
import { tableOf } from "./language";
import { refusalTexts } from "./refusal-text";
import { visitorRefusals } from "./visitor-refusals";

export const { refusalText, refusalIn, errorText } = refusalTexts<AdminRefusal>(
  visitorRefusals,
  tableOf("ownerRefusals", ownerRefusals),
  tableOf("secondFactorRefusals", secondFactorRefusals),
  tableOf("adminRefusals", adminRefusals),
);
