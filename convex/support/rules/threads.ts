/** States, lengths and retention of support threads. product.md O40 to O45. */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import { cleanLines, cleanText } from "../../base/rules/names";

/** `open`: an admin must answer; `pending`: the owner has an answer; `resolved`: nothing is left to do. */
export const supportStatusValidator = oneOf("open", "pending", "resolved");
export type SupportStatus = Infer<typeof supportStatusValidator>;

export const supportSideValidator = oneOf("owner", "admin");
export type SupportSide = Infer<typeof supportSideValidator>;

/** What both sides see of a thread, and of a message. */
export const threadFields = {
  threadId: v.id("supportThreads"),
  subject: v.string(),
  status: supportStatusValidator,
  lastAt: v.number(),
  lastBy: supportSideValidator,
  excerpt: v.string(),
  isUnread: v.boolean(),
};
export const messageFields = {
  messageId: v.id("supportMessages"),
  by: supportSideValidator,
  text: v.string(),
  at: v.number(),
};

/** Longest subject and message, in UTF-16 units, as a form's maxLength counts them. */
export const MAX_SUBJECT = 200;
export const MAX_SUPPORT_TEXT = 4_000;
/** How much of the newest message a list shows, in characters. */
const EXCERPT = 160;

/** Time for an admin in the portal to read it before mails go out. */
export const ADMINS_LOOK_MS = 2 * 60_000;

/** The status after a message. A resolved thread opens again. */
export function statusAfter(by: SupportSide): SupportStatus {
  return by === "owner" ? "open" : "pending";
}

/** A message, cleaned and cut; null for an empty one. */
export function readSupportText(text: string): string | null {
  return cleanLines(text.slice(0, MAX_SUPPORT_TEXT), MAX_SUPPORT_TEXT);
}

/** One line, cleaned and cut; null for an empty one. */
export function readSubject(text: string): string | null {
  return cleanText(text.slice(0, MAX_SUBJECT), MAX_SUBJECT);
}

/** The beginning of a message, in one line. */
export function excerptOf(text: string): string {
  return cleanText(text, EXCERPT) ?? "";
}
