/**
 * The project's own oxlint plugin: imports across the boundaries of zones.js, and two ESLint rules that oxlint lacks or
 * has without the regular expressions of habits.js.
 */
import { dirname, join, relative } from "node:path";
import { builtinRules } from "eslint/use-at-your-own-risk";
import { zones } from "./zones.js";

const root = join(import.meta.dirname, "..");

/** Imports may leave out a file's extension, so extensions are ignored. */
const bare = (path) =>
  relative(root, join(root, path))
    .replaceAll("\\", "/")
    .replace(/\.(tsx?|m?js)$/, "");
const patterns = new Map();
/** A star stands for one name. At the end it stands for files only. */
function patternOf(folder) {
  const known = patterns.get(folder);
  if (known) return known;
  const path = bare(folder).replaceAll(".", "\\.").replaceAll("*", "[^/]+");
  const pattern = new RegExp(
    folder.endsWith("/*") ? `^${path}$` : `^${path}(?:/|$)`,
  );
  patterns.set(folder, pattern);
  return pattern;
}
const isInside = (path, folder) => patternOf(folder).test(path);

const zoneRule = {
  create(context) {
    const file = bare(relative(root, context.filename));
    const mine = zones.filter(
      ({ target, but = [] }) =>
        [target].flat().some((folder) => isInside(file, folder)) &&
        !but.some((path) => isInside(file, path)),
    );
    const check = ({ source }) => {
      if (!source?.value?.startsWith?.(".")) return;
      const to = bare(join(dirname(file), source.value));
      const crossed = mine.filter(({ from, except = [] }) =>
        [from]
          .flat()
          .some(
            (folder) =>
              isInside(to, folder) &&
              !except.some((path) => isInside(to, join(folder, path))),
          ),
      );
      for (const { message } of crossed)
        context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default {
  meta: { name: "house" },
  rules: {
    zones: zoneRule,
    "no-restricted-syntax": builtinRules.get("no-restricted-syntax"),
    "no-restricted-imports": builtinRules.get("no-restricted-imports"),
  },
};
