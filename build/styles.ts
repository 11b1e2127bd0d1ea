/**
 * The style of apps for browsers that drop whatever is in a cascade layer (Chromium before 99, Safari before 15.4).
 * Layers become plain rules in the layers' order, so a rule of `base` must not be stronger than a class that sets the
 * same on the same element. Lengths in dvh and dvw get a fallback, and a margin or padding of two sides with a variable,
 * which Lightning CSS leaves, is written for each side (Chromium before 87).
 */

/** From the weakest to the strongest. Rules outside of layers come after these. */
const LAYERS = ["properties", "theme", "base", "components", "utilities"];
const LAYER = /^@layer ([\w-]+)\{(.*)\}$/s;
/** With one value for both: no space outside of brackets. */
const TWO_SIDES =
  /(?<=[;{])((?:margin|padding)-(?:block|inline)):((?:[^;{}() ]|\((?:[^()]|\([^()]*\))*\))+)(?=[;}])/g;

/** @param css minified @throws Error for a layer inside a rule, or one that is not in the order */
export function plainStyle(css: string): string {
  const rules = rulesOf(css).filter((rule) => !/^@layer[^{]*;$/.test(rule));
  const layerOf = (rule: string) => LAYER.exec(rule)?.[1];
  const inOrder = [...LAYERS, undefined].flatMap((layer) =>
    rules.filter((rule) => layerOf(rule) === layer),
  );
  const plain = inOrder.map((rule) => rule.replace(LAYER, "$2")).join("");
  if (plain.includes("@layer") || inOrder.length < rules.length)
    throw new Error("The style has layers in an unknown order");
  return withFallbacks(plain).replace(TWO_SIDES, "$1-start:$2;$1-end:$2");
}

/** Without Tailwind's start values for browsers that have no `@property`. @param css minified */
export function recentStyle(css: string): string {
  return rulesOf(css)
    .filter((rule) => LAYER.exec(rule)?.[1] !== "properties")
    .join("");
}

/** The top level of a style sheet. */
function rulesOf(css: string): string[] {
  const rules: string[] = [];
  let [start, depth] = [0, 0];
  // Strings and comments are stepped over as a whole.
  for (const { 0: text, index } of css.matchAll(
    /"(?:[^"\\]|\\.)*"|\/\*.*?\*\/|[{};]/gs,
  )) {
    if (text === "{") depth++;
    if (text === "}") depth--;
    const isEnd = depth === 0 && (text === "}" || text === ";");
    if (!isEnd && !(depth === 0 && text.startsWith("/*"))) continue;
    rules.push(css.slice(start, index + text.length).trim());
    start = index + text.length;
  }
  return rules;
}

/** Not for variables: there the last value wins even where a browser cannot read it. */
function withFallbacks(css: string): string {
  return css.replace(
    /([;{])([a-z][a-z-]*:[^;{}]*\dd(?:vh|vw)\b[^;{}]*)/g,
    (_all, before: string, declaration: string) => {
      const fallback = declaration.replace(/(\d)d(vh|vw)\b/g, "$1$2");
      return `${before}${fallback};${declaration}`;
    },
  );
}
