/**
 * Single habits that are hard to see in review when broken: constructs, imports and properties that one part of the
 * tree must not use. Read by oxlint.config.ts; tested by tests/lint/boundaries.test.ts.
 */

const BUILDER =
  "CallExpression[callee.name=/^(public|customer|user|person|tablet|counter|repeatableCounter|manager|keyedManager|owner|subscriber|admin|confirmedAdmin|internal)(Query|Mutation|Action)$/]";

const builderSyntax = ["args", "returns"].map((field) => ({
  selector: `${BUILDER} > ObjectExpression.arguments:not(:has(> Property[key.name='${field}']))`,
  message: `every Convex function declares ${field}.`,
}));
builderSyntax.push({
  selector: `${BUILDER} > :not(ObjectExpression).arguments`,
  message: "a Convex function is an object, with args and returns.",
});

const databaseSyntax = [
  {
    selector: "MemberExpression[property.name='db']",
    message: "ctx.db lives in data/: call a function there.",
  },
  {
    selector: "ObjectPattern > Property[key.name='db']",
    message: "ctx.db lives in data/: do not take it out of ctx here.",
  },
];

const tableSyntax = [
  "[callee.property.name=/^(get|delete)$/][arguments.length=1]",
  "[callee.property.name=/^(patch|replace)$/][arguments.length=2]",
].map((call) => ({
  selector: `CallExpression[callee.object.property.name='db']${call}`,
  message: "name the table before the id.",
}));

const environmentSyntax = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: "the environment is parsed once, in base/services/env.ts.",
  },
];

const clockInQuerySyntax = [
  "CallExpression[callee.object.name='Date'][callee.property.name='now']",
  "NewExpression[callee.name='Date'][arguments.length=0]",
].map((clock) => ({
  selector: `CallExpression[callee.name=/Query$/] ${clock}`,
  message: "a query never depends on the clock: send times, let screens tick.",
}));

const pureSyntax = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: "take `now` as a parameter instead of new Date().",
  },
];

const pureProperties = [
  ["Date", "now", "take `now` as a parameter."],
  ["Math", "random", "take randomness as a parameter."],
  ["crypto", "randomUUID", "take random ids as a parameter."],
  ["crypto", "getRandomValues", "take random bytes as a parameter."],
].map(([object, property, message]) => ({ object, property, message }));

/** `#abc` and similar, not followed by more of a word, and colour functions. Fragments like `#ticket` do not match. */
export const COLOUR =
  "(?:^|[^\\w&])#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})(?![\\w-])|\\b(?:rgba?|hsla?|oklch|oklab|hwb)\\(";

const colourSyntax = [
  `Literal[value=/${COLOUR}/]`,
  `TemplateElement[value.raw=/${COLOUR}/]`,
].map((selector) => ({
  selector,
  message: "colours live in src/ui/tokens.css: use a token.",
}));

/** Sentences and labels: letters between tags, in attributes that are read, or any text that looks like a sentence. */
const READ_ATTRIBUTES =
  "^(aria-(label|description|valuetext|roledescription)|alt|busyText|caption|description|hint|label|placeholder|question|text|title|unit|verb)$";
const LETTERS = "[A-Za-z]{2}";
const SENTENCE = "^[A-Z][^ ]* [^]*[a-z]|^[A-Z][a-z]+(\\.\\.\\.|[.!?])$";
/** Text for developers: errors that are thrown or logged, and the words of an assertion. */
const FOR_DEVELOPERS =
  ":matches(NewExpression[callee.name=/Error$/], CallExpression[callee.object.name='console'], CallExpression[callee.name='must'])";

const wordSyntax = [
  `JSXText[value=/${LETTERS}/]`,
  `JSXAttribute[name.name=/${READ_ATTRIBUTES}/] :not(BinaryExpression, Property) > Literal[value=/${LETTERS}/]`,
  `JSXAttribute[name.name=/${READ_ATTRIBUTES}/] TemplateElement[value.raw=/${LETTERS}/]`,
  `:matches(JSXElement, JSXFragment) > JSXExpressionContainer > :matches(ConditionalExpression, LogicalExpression) > Literal[value=/${LETTERS}/]`,
  `:matches(JSXElement, JSXFragment) > JSXExpressionContainer TemplateLiteral:not(JSXAttribute *) > TemplateElement[value.raw=/${LETTERS}/]`,
  `:not(${FOR_DEVELOPERS}) > Literal[value=/${SENTENCE}/]:not(JSXAttribute *)`,
  `TemplateLiteral:not(${FOR_DEVELOPERS} > *):not(JSXElement *) > TemplateElement[value.raw=/${SENTENCE}/]`,
].map((selector, place) => ({
  selector,
  // Numbered, so that a seed can name each of them.
  message: `what a person reads stands in src/strings (${place + 1}).`,
}));

const testSyntax = [
  {
    selector:
      "CallExpression[callee.object.name=/^(test|it|describe)$/][callee.property.name=/^(only|skip|todo|fixme|fails|skipIf|runIf)$/]",
    message: "every test runs, always.",
  },
  {
    selector: "CallExpression[callee.property.name='waitForTimeout']",
    message: "wait for a state, not for time.",
  },
];

/** The files that may write rows of `tickets`. */
const TICKET_WRITERS = [
  "convex/line/data/moves.ts",
  "convex/queue/data/ticketRows.ts",
];
const ticketSyntax = [
  {
    selector:
      "CallExpression[callee.property.name=/^(insert|patch|replace|delete)$/][arguments.0.value='tickets']",
    message: `tickets are written in ${TICKET_WRITERS.join(" and ")}.`,
  },
];

/** The bench measures, so it may use the clock and chance. */
const BENCH = ["{tests,engine}/bench/**/*.ts"];

/** What makes a test fail by chance. */
const chanceSyntax = [
  {
    selector:
      ":matches(MemberExpression[object.name='Math'][property.name='random'], ImportSpecifier[imported.name='randomInt'])",
    message: "draw from tests/seed.ts: a failure must come again.",
  },
  {
    selector:
      "CallExpression[callee.property.name=/^toBeLess/]:has(CallExpression[callee.object.name='performance'][callee.property.name='now'])",
    message: "no test judges a machine: measure it in npm run bench.",
  },
  {
    selector:
      ":matches(CallExpression[callee.name=/^(test|it|(before|after)(All|Each))$/], CallExpression[callee.callee.property.name='each']) > :matches(Literal[raw=/^\\d/], ObjectExpression:has(> Property[key.name='timeout']))",
    message: "no test has a limit of its own: vite.config.ts ends what hangs.",
  },
];

const rawBuilders = {
  group: ["**/_generated/server"],
  importNames: [
    "query",
    "mutation",
    "action",
    "internalQuery",
    "internalMutation",
    "internalAction",
  ],
  message: "import a builder from ./functions.",
};
const rawGenerics = {
  group: ["convex/server"],
  importNamePattern: "^(internal)?([qQ]uery|[mM]utation|[aA]ction)Generic$",
  message: "import a builder from ./functions, not a generic one.",
};
const publicApi = {
  group: ["**/_generated/api"],
  importNames: ["api"],
  message: "schedule and run internal.* only.",
};
const serverCode = {
  group: ["**/_generated/server"],
  message: "the server's builders have no place in a browser.",
};
const modelPackages = {
  regex: "^(?!\\.|convex/values$)",
  message: "rules/ import convex/values and other rules.",
};
const phonePackages = {
  regex: "^(?!\\.|libphonenumber-js/max$)",
  message: "rules/phone imports numbering plans and other rules.",
};
const hastyAct = {
  group: ["react"],
  importNames: ["act"],
  message:
    "import act from tests/src/act.ts: it waits for files that load on demand.",
};
const enginePackages = {
  regex:
    "^(?!\\.|node:|convex/values$|convex/server$|better-sqlite3$|jose$|ws$|yauzl$|yazl$)",
  message:
    "the engine needs node, better-sqlite3, jose, ws, yauzl, yazl, convex/values and convex/server only.",
};
const nodeHttp = {
  regex: "^node:https?$",
  allowTypeImports: true,
  message: "It loads undici. Use engine/values/node-http.ts.",
};

/** Syntax and import rules replace those of an earlier block and do not extend them, so each file gets its whole list at once. */
function inFiles(files, { ignores, syntax = [], imports = [], rules }) {
  return {
    files,
    excludeFiles: ignores,
    rules: {
      ...(syntax.length > 0 && {
        "house/no-restricted-syntax": ["error", ...syntax],
      }),
      ...(imports.length > 0 && {
        "house/no-restricted-imports": ["error", { patterns: imports }],
      }),
      ...rules,
    },
  };
}

export const habits = [
  inFiles(["convex/*.ts", "convex/*/*.ts"], {
    ignores: [
      "convex/_generated/**",
      "convex/functions.ts",
      "convex/auth.config.ts",
    ],
    syntax: [
      ...builderSyntax,
      ...databaseSyntax,
      ...clockInQuerySyntax,
      ...environmentSyntax,
    ],
    imports: [rawBuilders, rawGenerics, publicApi],
  }),
  inFiles(["convex/functions.ts"], {
    syntax: [...databaseSyntax, ...environmentSyntax],
    imports: [publicApi],
  }),
  inFiles(["convex/*/data/**/*.ts"], {
    ignores: TICKET_WRITERS,
    syntax: [
      ...ticketSyntax,
      ...tableSyntax,
      ...pureSyntax,
      ...environmentSyntax,
    ],
    imports: [rawBuilders, rawGenerics, publicApi],
    rules: { "no-restricted-properties": ["error", ...pureProperties] },
  }),
  inFiles(TICKET_WRITERS, {
    syntax: [...tableSyntax, ...pureSyntax, ...environmentSyntax],
    imports: [rawBuilders, rawGenerics, publicApi],
    rules: { "no-restricted-properties": ["error", ...pureProperties] },
  }),
  inFiles(["convex/*/rules/**/*.ts"], {
    ignores: ["convex/base/rules/phone.ts"],
    syntax: [...databaseSyntax, ...pureSyntax, ...environmentSyntax],
    imports: [modelPackages],
    rules: { "no-restricted-properties": ["error", ...pureProperties] },
  }),
  inFiles(["convex/base/rules/phone.ts"], {
    syntax: [...databaseSyntax, ...pureSyntax, ...environmentSyntax],
    imports: [phonePackages],
    rules: { "no-restricted-properties": ["error", ...pureProperties] },
  }),
  inFiles(["convex/*/services/**/*.ts"], {
    ignores: ["convex/base/services/env.ts"],
    syntax: [...databaseSyntax, ...environmentSyntax],
    imports: [rawBuilders, rawGenerics, publicApi],
  }),
  inFiles(["src/strings/**/*.ts"], {
    syntax: colourSyntax,
    imports: [serverCode],
    rules: { "no-console": ["error", { allow: ["error"] }] },
  }),
  inFiles(["src/**/*.{ts,tsx}"], {
    ignores: ["src/strings/**"],
    syntax: [...colourSyntax, ...wordSyntax],
    imports: [serverCode],
    rules: { "no-console": ["error", { allow: ["error"] }] },
  }),
  inFiles(["engine/**/*.{ts,mjs}"], {
    ignores: ["engine/{tests,bench,faults,build}/**"],
    imports: [enginePackages, nodeHttp],
  }),
  inFiles(
    ["tests/**/*.{ts,tsx}", "e2e/**/*.ts", "engine/{tests,faults}/**/*.ts"],
    { ignores: BENCH, syntax: [...testSyntax, ...chanceSyntax] },
  ),
  inFiles(BENCH, { syntax: testSyntax }),
  inFiles(["tests/src/**/*.{ts,tsx}"], {
    ignores: ["tests/src/act.ts"],
    imports: [hastyAct],
  }),
];
