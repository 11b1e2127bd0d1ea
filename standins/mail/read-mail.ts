/** Checks a mail as it was sent to us. What is not read is refused: in earnest it would do something. */
import type { Message } from "./message.ts";

export type Mail = Omit<Message, "id" | "at">;

/** What Resend answers, with its name for the error. */
export type Problem = { readonly problem: string; readonly name: string };

const FIELDS = ["from", "to", "subject", "html", "text"];
const MOST_RECIPIENTS = 50;
const ADDRESS = /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

export function readMail(given: Record<string, unknown>): Mail | Problem {
  const unknown = Object.keys(given).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined)
    return invalid(`The stand-in does not know the field \`${unknown}\`.`);
  const { from, subject, html, text } = given;
  const to = typeof given["to"] === "string" ? [given["to"]] : given["to"];
  if (!from || typeof from !== "string") return missing("from");
  if (!to) return missing("to");
  if (!subject || typeof subject !== "string") return missing("subject");
  if (!ADDRESS.test(from))
    return invalid(
      "Invalid `from` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.",
    );
  if (!isList(to) || to.length === 0 || to.length > MOST_RECIPIENTS)
    return invalid(`\`to\` must hold 1 to ${MOST_RECIPIENTS} addresses.`);
  if (!to.every((one) => ADDRESS.test(one)))
    return invalid(
      "Invalid `to` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.",
    );
  if (!isTextOrNothing(html) || !isTextOrNothing(text))
    return invalid("`html` and `text` must be texts.");
  if (!html && !text)
    return {
      name: "missing_required_field",
      problem: "Missing `html` or `text` field.",
    };
  return { from, to, subject, html: html ?? null, text: text ?? null };
}

function isList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isTextOrNothing(value: unknown): value is string | undefined | null {
  return (value ?? null) === null || typeof value === "string";
}

function missing(field: string): Problem {
  return {
    name: "missing_required_field",
    problem: `Missing \`${field}\` field.`,
  };
}

function invalid(problem: string): Problem {
  return { name: "validation_error", problem };
}
