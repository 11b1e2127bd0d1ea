/**
 * What a script uses and a browser does not have: syntax that the build would have replaced, and by MDN's data globals,
 * methods and lookbehind. Methods are known by their names alone, so one of our own may look like a browser's. Left out
 * is what the script asks for first: `x.name?.()`, `typeof name`, `"name" in x`.
 */
import { createRequire } from "node:module";
import { parseAst } from "rolldown/parseAst";
import { transformSync } from "rolldown/utils";

const require = createRequire(import.meta.url);
/** Not imported: Vite would take a minute to turn 20 MB of JSON into a module for the tests. */
const { javascript, api } = require("@mdn/browser-compat-data");
/** MDN's names of the names in build/browsers.ts. */
const FAMILIES = {
  chrome: ["chrome", "chrome_android"],
  edge: ["edge"],
  firefox: ["firefox"],
  safari: ["safari"],
  ios: ["safari_ios"],
};
/** Objects of the page, and what they are. */
const PAGE = {
  navigator: "Navigator",
  document: "Document",
  window: "Window",
  self: "Window",
  globalThis: "Window",
  crypto: "Crypto",
  screen: "Screen",
  performance: "Performance",
};
/** They return iterators, whose methods have the names of an array's. */
const ITERATORS = ["entries", "keys", "values", "matchAll"];
const OWN_ENTRIES = ["Object", "Reflect"];

/**
 * @param {string} code
 * @param {readonly string[]} oldest such as "chrome87"
 * @returns {string[]} sorted, such as "Object.hasOwn", ".toSorted()", "structuredClone", "syntax"
 */
export function lackingIn(code, oldest) {
  const { isLacked, isKnown } = dataOf(oldest);
  const { names, asked } = usedIn(code, isKnown);
  const isAsked = (name) => name.split(/\W+/).some((word) => asked.has(word));
  const lacked = [...names].filter((name) => isLacked(name) && !isAsked(name));
  const isPlain = forTarget(code, oldest) === forTarget(code, "esnext");
  return [...lacked, ...(isPlain ? [] : ["syntax"])].sort();
}

function forTarget(code, target) {
  return transformSync("script.js", code, { target }).code;
}

/** Names as `usedIn` writes them. A name counts as lacked if no kind of object has it. */
function dataOf(oldest) {
  const versions = oldest.flatMap(versionsOf);
  const isMissing = ({ support }) =>
    versions.some(([browser, version]) => !has(support[browser], version));
  const [missing, there] = [new Set(), new Set()];
  const note = (name, compat) =>
    (isMissing(compat) ? missing : there).add(name);
  const { builtins, regular_expressions: expressions } = javascript;
  note("lookbehind", expressions.lookbehind_assertion.__compat);
  const owners = { ...api, ...builtins.Intl, ...builtins };
  for (const [owner, { __compat: whole, ...members }] of Object.entries(
    owners,
  )) {
    if (whole) note(owner, whole);
    for (const [key, { __compat: compat }] of Object.entries(members)) {
      if (!compat?.status.standard_track || /_(?!static$)/.test(key)) continue;
      const name = key.replace("_static", "");
      note(`${owner}.${name}`, compat);
      if (owner === "Iterator") note(`iterator.${name}()`, compat);
      // Nobody has an object of a missing kind.
      else if (key === name && !(whole && isMissing(whole)))
        note(`.${name}()`, compat);
    }
  }
  return {
    isLacked: (name) => missing.has(name) && !there.has(name),
    isKnown: (name) => missing.has(name) || there.has(name),
  };
}

/** @returns {[string, number][]} */
function versionsOf(browser) {
  const [, family = "", version] = /^([a-z]+)([\d.]+)$/.exec(browser) ?? [];
  return FAMILIES[family].map((name) => [name, Number(version)]);
}

/** @param support MDN's statement, or several, about one browser */
function has(support, version) {
  return [support ?? []].flat().some((one) => {
    const { version_added: from, version_removed: until } = one;
    const isPlain = !one.flags && !one.alternative_name && !one.prefix;
    const since = Number.parseFloat(String(from).replace("≤", ""));
    return isPlain && since <= version && !(Number(until) <= version);
  });
}

/** The globals and methods in a script, and the names that it asks for. */
function usedIn(code, isKnown) {
  const [names, asked] = [new Set(), new Set()];
  if (/\(\?<[=!]/.test(code)) names.add("lookbehind");
  for (const [node, parent] of nodesOf(parseAst(code), null)) {
    if (node.type === "UnaryExpression" && node.operator === "typeof")
      asked.add(nameOf(node.argument));
    if (node.type === "BinaryExpression" && node.operator === "in")
      asked.add(textOf(node.left));
    if (node.type === "Identifier" && isReference(node, parent))
      names.add(node.name);
    if (node.type === "MemberExpression" && !node.computed)
      for (const name of namesOf(node, parent, isKnown)) names.add(name);
  }
  return { names, asked };
}

function namesOf(node, parent, isKnown) {
  const { name } = node.property;
  const isCalled = parent.callee === node;
  const isRead = parent.type === "MemberExpression" && parent.object === node;
  if (parent.optional || !(isCalled || isRead)) return [];
  const owner = nameOf(node.object);
  const kind = PAGE[owner] ?? owner;
  if (kind === "Window") return [name, `Window.${name}`];
  if (isKnown(`${kind}.${name}`)) return [`${kind}.${name}`];
  if (isRead && owner !== "prototype") return [];
  return [isOfIterator(node.object) ? `iterator.${name}()` : `.${name}()`];
}

/** Whether it is the answer of `x.values()`. Object.values() is an array. */
function isOfIterator({ type, callee }) {
  return (
    type === "CallExpression" &&
    callee.type === "MemberExpression" &&
    ITERATORS.includes(callee.property.name) &&
    !OWN_ENTRIES.includes(nameOf(callee.object))
  );
}

/** Minified texts are templates. */
function textOf({ value, quasis }) {
  return value ?? quasis?.[0].value.cooked;
}

function nameOf(node) {
  return node.type === "MemberExpression" ? node.property.name : node.name;
}

/** Whether an identifier is a value, not the name of a property. */
function isReference(node, parent) {
  if (parent.type === "MemberExpression")
    return parent.object === node || parent.computed;
  return !(parent.key === node && !parent.computed);
}

/** @returns {Generator<[any, any]>} each node with its parent */
function* nodesOf(node, parent) {
  if (parent !== null) yield [node, parent];
  for (const value of Object.values(node).flat())
    if (typeof value?.type === "string") yield* nodesOf(value, node);
}
