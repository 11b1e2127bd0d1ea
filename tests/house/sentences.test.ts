/**
 * The server's own source has no sentence for people outside of the tables that are for programs, e-mails, link previews and operators. What
 * a failure of our own says (`must`, Error) reaches logs only. Canary: `refuse("queueFull")` made
 * `{ ok: false, message: "This queue is full." }`.
 */
import ts from "typescript";
import { expect, test } from "vitest";
import { files } from "./tree.ts";

const TABLES = [
  "convex/base/rules/httpTexts.ts",
  "convex/account/rules/mails.ts",
  // What phones show while no page of ours is there to find words.
  "convex/messages/rules/pushMessages.ts",
  "convex/booking/rules/mails.ts",
  "convex/support/rules/mails.ts",
  // Texts (SMS), and answers to them.
  "convex/messages/rules/smsTemplates.ts",
  "convex/messages/rules/smsReplies.ts",
  // What the export of a business says about itself, in its own file.
  "convex/privacy/rules/exportTexts.ts",
  "convex/profile/rules/pageTexts.ts",
  // Names and services of the made-up shop, and what the launcher prints of it.
  "convex/demo/data/shop.ts",
  "convex/demo/rules/day.ts",
  // Of a migration that stops, for whoever started it.
  "convex/migrations/data/progress.ts",
  // Sentences that earlier versions stored, to be recognised.
  "convex/migrations/rules/steps/deskAnswerCodes.ts",
];

/** Two words with a space between them. */
const SENTENCE = /[A-Za-z]{2,}[,.']? [a-z]{2,}/;

/** For logs and for nobody: the text of an accident, the name of a job. */
const LOGGED = /^(must|Error|crons\.\w+)$/;

/** What other programs say, to be recognised. */
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

test("the server's functions, rules and rows hold no sentence", () => {
  const own = files.filter(
    ({ path }) =>
      /^convex\/.*\.ts$/.test(path) &&
      !path.startsWith("convex/_generated/") &&
      !TABLES.includes(path),
  );
  expect(own.length).toBeGreaterThan(80);
  expect(own.flatMap(({ path, text }) => sentencesOf(path, text))).toEqual([]);
});
