/**
 * Finds the guards of a source: code that refuses, bounds or checks. They are found by form in the syntax tree, without
 * types.
 * - an `if` that ends in a refusal (each operand of its `||` separately)
 * - a call such as `ensure…`
 * - a comparison with a limit
 * - operands of an `&&` about signatures, issuers, expiry and the like
 *
 * `withSwitches` puts a switch into each.
 */
import ts from "typescript";

export type Guard = {
  /** In the original file, from 1. */
  readonly line: number;
  /** The source text that is switched off. */
  readonly text: string;
  /** Why no test can notice it, from the comment `Guard untested: …` above or on the same line. */
  readonly reason: string | null;
  /** The effect of the switch: a condition that is false, one that is true, or a statement that is left out. */
  readonly broken: "false" | "true" | "left out";
  readonly start: number;
  readonly end: number;
};
const ENSURES =
  /^(ensure|assert|require|mustBe|check|refuseUnless|verify)([A-Z]|$)/;
const REFUSES =
  /^#?(refus|reject|deny|forbid|fail|invalid|wrong|notFound|terminate|evict|cut$|destroy|tooLarge|tooMany|close$|abort)/i;
const LIMIT =
  /^#?(MAX|MIN|LIMIT|[A-Z_]*(MAX|LIMIT|LONGEST)(_|$)|max[A-Z]|limits?$)|Limit$|_MAX$/;
const ABOUT =
  /sign(ed|ature)|issuer|audience|expir|admin|allowed|secret|isTheirs|isOwn|origin\b/i;
const RETHROWN = /^(error|cause|thrown|reason)$/;

/** Guards in the order of the source. */
export function guardsOf(path: string, text: string): Guard[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = new Map<string, Guard>();
  const lines = text.split("\n");
  const add = (node: ts.Node, broken: Guard["broken"]): void => {
    const [start, end] = [node.getStart(), node.getEnd()];
    const row = source.getLineAndCharacterOfPosition(start).line;
    found.set(`${start} ${end}`, {
      line: row + 1,
      text: node.getText().replaceAll(/\s+/g, " ").slice(0, 80),
      reason: reasonAt(lines, row),
      ...{ broken, start, end },
    });
  };
  /** Visits every operand of a condition that alone leads to the same outcome. */
  const operands = (
    node: ts.Expression,
    operator: ts.SyntaxKind,
    each: (operand: ts.Expression) => void,
  ): void => {
    const inner = ts.isParenthesizedExpression(node) ? node.expression : node;
    if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === operator) {
      operands(inner.left, operator, each);
      operands(inner.right, operator, each);
    } else each(node);
  };
  const never = (condition: ts.Expression): void =>
    operands(condition, ts.SyntaxKind.BarBarToken, (one) => add(one, "false"));
  const always = (condition: ts.Expression): void =>
    operands(condition, ts.SyntaxKind.AmpersandAmpersandToken, (one) =>
      add(one, "true"),
    );
  const visit = (node: ts.Node): void => {
    if (ts.isIfStatement(node)) {
      if (refuses(node.thenStatement)) never(node.expression);
      else if (node.elseStatement !== undefined && refuses(node.elseStatement))
        always(node.expression);
      else if (isLastBeforeThrow(node)) always(node.expression);
    } else if (ts.isConditionalExpression(node)) {
      if (isRefusal(node.whenTrue)) never(node.condition);
      else if (isRefusal(node.whenFalse)) always(node.condition);
    } else if (ts.isExpressionStatement(node)) {
      const called = withoutAwait(node.expression);
      if (ts.isCallExpression(called) && ENSURES.test(nameOf(called)))
        add(node, "left out");
    } else if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      if (kind === ts.SyntaxKind.AmpersandAmpersandToken && isOuter(node))
        operands(node, kind, (one) => {
          // `!isAdmin` grants nothing. `own && { secret }` and `file && address` make a value.
          const isNone =
            ts.isPrefixUnaryExpression(one) ||
            ts.isObjectLiteralExpression(one) ||
            ts.isTemplateExpression(one);
          if (ABOUT.test(one.getText()) && !isNone) add(one, "true");
        });
      const side = limitedSide(node);
      if (side !== null && !isInLoopHead(node)) add(node, side);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

/**
 * The source with a switch in each guard. A switch does nothing where `globalThis.guard` is missing or returns false.
 * Each refusal is reported to `globalThis.refused`. Line numbers stay the same.
 * @param first the number of the source's first guard; the others follow
 */
export function withSwitches(
  text: string,
  guards: readonly Guard[],
  first: number,
): string {
  const edits = guards.flatMap(({ broken, start, end }, at) => {
    const number = first + at;
    const on = `globalThis.guard?.(${number})`;
    const told = `globalThis.refused?.(${number})`;
    const [before, after] = {
      false: [`(!${on} && (`, `) && (${told}, true))`],
      true: [`(${on} || (`, `) || (${told}, false))`],
      "left out": [
        `{ if (!${on}) try { `,
        ` } catch (refusal) { ${told}; throw refusal; } }`,
      ],
    }[broken] as [string, string];
    return [
      // At one position ends come before starts. A larger guard starts first and ends last.
      { at: start, order: [1, -end], put: before },
      { at: end, order: [0, -start], put: after },
    ];
  });
  edits.sort(
    (a, b) =>
      a.at - b.at ||
      Number(a.order[0]) - Number(b.order[0]) ||
      Number(a.order[1]) - Number(b.order[1]),
  );
  let [done, from] = ["", 0];
  for (const { at, put } of edits) {
    done += text.slice(from, at) + put;
    from = at;
  }
  return done + text.slice(from);
}

function reasonAt(lines: readonly string[], row: number): string | null {
  const above = lines[row - 1]?.trim().startsWith("//") ? lines[row - 1] : "";
  const reason = /\/\/ Guard untested: (.+)$/m;
  return reason.exec(`${lines[row]}\n${above}`)?.[1] ?? null;
}

/** Whether a statement ends in a refusal. */
function refuses(statement: ts.Statement): boolean {
  const all = ts.isBlock(statement) ? statement.statements : [statement];
  const last = all.at(-1);
  if (last === undefined) return false;
  if (ts.isThrowStatement(last))
    return !RETHROWN.test(last.expression.getText());
  if (ts.isExpressionStatement(last)) return isRefusal(last.expression);
  if (!ts.isReturnStatement(last)) return false;
  if (last.expression !== undefined)
    return isRefusal(last.expression) || isNo(last);
  const before = all.at(-2);
  return (
    before !== undefined &&
    ts.isExpressionStatement(before) &&
    isRefusal(before.expression)
  );
}

function isRefusal(expression: ts.Expression): boolean {
  const given = withoutAwait(expression);
  if (ts.isIdentifier(given)) return REFUSES.test(given.text);
  if (ts.isCallExpression(given)) return REFUSES.test(nameOf(given));
  return (
    ts.isObjectLiteralExpression(given) &&
    given.properties.some((property) =>
      /^(ok|success|isValid): false$/.test(property.getText()),
    )
  );
}

/** `return false` of a function named like a question, or `return null` after a condition about a secret or a signature. */
function isNo(node: ts.ReturnStatement): boolean {
  const given = node.expression?.kind;
  if (given === ts.SyntaxKind.NullKeyword && ts.isIfStatement(node.parent))
    return ABOUT.test(node.parent.expression.getText());
  if (given !== ts.SyntaxKind.FalseKeyword) return false;
  let above: ts.Node = node;
  while (!ts.isFunctionLike(above) && !ts.isSourceFile(above))
    above = above.parent;
  const name = ts.isFunctionLike(above) ? above.name?.getText() : undefined;
  return name !== undefined && /^#?(is|has|can|may|verify|matches)/.test(name);
}

/** `if (good) return …; throw …` */
function isLastBeforeThrow(node: ts.IfStatement): boolean {
  if (!ts.isBlock(node.parent)) return false;
  const { statements } = node.parent;
  const next = statements[statements.indexOf(node) + 1];
  return next !== undefined && ts.isThrowStatement(next) && refuses(next);
}

/** What a comparison becomes without its limit. Null for any other expression. */
function limitedSide(node: ts.BinaryExpression): "true" | "false" | null {
  const isLimit = (side: ts.Expression) =>
    LIMIT.test(
      ts.isPropertyAccessExpression(side) ? side.name.text : side.getText(),
    );
  const sign = node.operatorToken.getText();
  if (!/^[<>]=?$/.test(sign) || isLimit(node.left) === isLimit(node.right))
    return null;
  return sign.startsWith("<") === isLimit(node.right) ? "true" : "false";
}

const isInLoopHead = ({ parent }: ts.Node): boolean =>
  ts.isForStatement(parent) || ts.isWhileStatement(parent);

const isOuter = ({ parent }: ts.Node): boolean =>
  !(
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  );

function withoutAwait(node: ts.Expression): ts.Expression {
  if (ts.isAwaitExpression(node) || ts.isVoidExpression(node))
    return withoutAwait(node.expression);
  return ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node)
    ? withoutAwait(node.expression)
    : node;
}

/** The last name of a called expression: `ctx.storage.close()` calls `close`. */
const nameOf = ({ expression }: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(expression)
    ? expression.name.text
    : expression.getText();
