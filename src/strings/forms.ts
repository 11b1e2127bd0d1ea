/** Refusals and errors of the front page's forms. */
import { refusalTexts, type RefusalTexts } from "./refusals/refusal-text";
import { strings } from "./language/language";
import type {
  CommonRefusal,
  VisitorRefusal,
} from "../../convex/base/rules/refusals";

export type FormRefusal =
  | CommonRefusal
  | Extract<VisitorRefusal, { code: "invalidEmail" }>;

export const forms = strings("forms", {
  failed: "There was an error submitting your request. Please try again.",
  notSent:
    "You're offline, so nothing was sent. Please try again when you're back online.",
  /** For the hidden field. */
  trap: "Leave this field empty",
  refusals: {
    invalidEmail: "Valid email address is required",
  } satisfies RefusalTexts<Exclude<FormRefusal, CommonRefusal>>,
});

export const { refusalText } = refusalTexts<FormRefusal>(forms.refusals);
