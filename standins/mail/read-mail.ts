/** Checks a received mail. Unknown fields are refused, because the real service would act on them. */
import type { Attachment, Message } from "./message.ts";

export type Mail = Omit<Message, "id" | "at">;

/** Resend's answer, with its name for the error. */
export type Problem = { readonly problem: string; readonly name: string };

const FIELDS = [
  "from",
  "to",
  "subject",
  "html",
  "text",
  "headers",
  "attachments",
];
const MAX_RECIPIENTS = 50;
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
  if (!isList(to) || to.length === 0 || to.length > MAX_RECIPIENTS)
    return invalid(`\`to\` must hold 1 to ${MAX_RECIPIENTS} addresses.`);
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
  const headers = given["headers"] ?? {};
  if (!isTexts(headers)) return invalid("`headers` must be texts by name.");
  const attachments = readAttachments(given["attachments"] ?? []);
  if (attachments === null)
    return invalid(
      "`attachments` must be a list of `filename`, `content` in Base64 and `content_type`.",
    );
  const read = { from, to, subject, html: html ?? null, text: text ?? null };
  return { ...read, headers, attachments };
}

function readAttachments(given: unknown): Attachment[] | null {
  if (!Array.isArray(given)) return null;
  const read = given.map((one: unknown) => {
    if (!isTexts(one)) return null;
    const { filename, content, content_type: contentType } = one;
    if (!filename || !content || !contentType) return null;
    const text = Buffer.from(content, "base64").toString("utf8");
    return { filename, contentType, content: text };
  });
  return read.every((one) => one !== null) ? read : null;
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === "string")
  );
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
