/** The server has no sentence for people outside of its tables. The text of an internal failure reaches only logs. */
import ts from "typescript";
import { expect, test } from "vitest";
import { files } from "./tree.ts";

const TABLES = [
  "convex/base/rules/httpMessages.ts",
  "convex/account/rules/mails.ts",
  // Shown on phones while no page of ours is open to choose words.
  "convex/messages/rules/pushMessages.ts",
  "convex/booking/rules/mails.ts",
  "convex/support/rules/mails.ts",
  "convex/team/rules/mails.ts",
  // Texts (SMS), and answers to them.
  "convex/messages/rules/smsTemplates.ts",
  "convex/messages/rules/smsReplies.ts",
  "convex/messages/rules/reasonWords.ts",
  // What the export of a business says about itself, in its own file.
  "convex/privacy/rules/exportReadMe.ts",
  "convex/profile/rules/pageStrings.ts",
  // Names and services of the demo's shop, and what the launcher prints of it.
  "convex/demo/data/shop.ts",
  "convex/demo/rules/day.ts",
  // A stopped migration, for the operator who started it.
  "convex/migrations/data/progress.ts",
  // Sentences that earlier versions stored, to recognise them.
  "convex/migrations/rules/steps/deskAnswerCodes.ts",
];

/** Two words with a space between them. */
const SENTENCE = /[A-Za-z]{2,}[,.']? [a-z]{2,}/;
/** Only for logs: the text of an internal failure, the name of a job. */
const LOGGED = /^(must|Error|crons\.\w+)$/;
/** Messages of other programs, to recognise them. */
const FOREIGN = ["Connection timeout", "Greeting never received"];

function sentencesOf(path: string, text: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node) => {
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
    if (isCall && LOGGED.test(node.expression.getText(source))) return;
    const isText =
      (ts.isStringLiteralLike(node) && node.text !== "use node") ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && SENTENCE.test(node.text) && !FOREIGN.includes(node.text))
      found.push(`${path}: ${node.text}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test("the server's code holds no sentences outside the tables", () => {
  const own = files.filter(
    ({ path }) =>
      /^convex\/.*\.ts$/.test(path) &&
      !path.startsWith("convex/_generated/") &&
      !TABLES.includes(path),
  );
  expect(own.length).toBeGreaterThan(80);
  expect(own.flatMap(({ path, text }) => sentencesOf(path, text))).toEqual([]);
});
