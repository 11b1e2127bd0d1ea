/** Plugins that keep code out of the browser which it never runs. */
import type { Plugin } from "vite";
import { environmentOf } from "./apps.ts";

/** Changes one place of a package's code. @throws Error when it is not there: an update of the package has moved it */
function changed(code: string, place: RegExp, by: string): string {
  if (!place.test(code)) throw new Error(`build/lighter.ts finds no ${place}`);
  return code.replace(place, by);
}

/** React Router names its build for development to every bundler; the one for production is half a kilobyte less. */
const productionRouter: Plugin = {
  name: "production-router",
  apply: "build",
  enforce: "pre",
  async resolveId(source, importer) {
    if (source !== "react-router") return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found?.id.replace("development", "production");
  },
};

/** Names for React's developer tools make a module keep components that nobody uses: Form, NavLink, ScrollRestoration. */
const unreadNames: Plugin = {
  name: "unread-names",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: /react-router\/dist\/production\/.*\.mjs$/ },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.displayName = "\w+";$/gm, "")
        .replace(
          /(?<== )React\w*\.(?:createContext|forwardRef|memo)\(/g,
          "/*#__PURE__*/ $&",
        ),
      map: null,
    }),
  },
};

/**
 * We draw `<Routes>` of elements and plain links: no router that loads data for its routes, with a boundary for what that
 * throws, and no links that load a page ahead.
 */
const plainRoutes: Plugin = {
  name: "plain-routes",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: {
      id: /react-router\/dist\/production\/.*\.mjs$/,
      code: /^function usePrefetchBehavior\(/m,
    },
    handler: (code) => ({
      code: [
        [/usePrefetchBehavior\(\s+prefetch,\s+rest\s+\)/, "[false, null, {}]"],
        [/return shouldPrefetch && .* : link;/, "return link;"],
        [/(?<=dataRouterState = )dataRouterOpts\?\.state;/, "undefined;"],
        [/errorElement = match\.route\.errorElement \|\| default\w+;/, ""],
        [
          /return dataRouterState && \(match[^;]*: getChildren\(\);/,
          "return getChildren();",
        ],
      ].reduce(
        (text, [place, by]) => changed(text, place as RegExp, by as string),
        code,
      ),
      map: null,
    }),
  },
};

/** Beside its socket the app asks over HTTP for actions alone: signing in, and out. */
const onlyActions: Plugin = {
  name: "only-actions",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: "**/convex/dist/esm/browser/http_client.js" },
    handler: (code) => ({
      code: [
        / {2}async consistentQuery\([^]*(?= {2}async action\()/,
        / {2}async function\([^]*?^ {2}\}$/m,
      ].reduce((text, place) => changed(text, place, ""), code),
      map: null,
    }),
  },
};

/** Browsers read rules of convex/model, not the validators beside them: without this mark those would be kept, and Convex's makers of them. */
const unreadValidators: Plugin = {
  name: "unread-validators",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: "**/convex/model/*.ts" },
    handler: (code) => ({
      code: code.replace(/\bv\.\w+\(/g, "/*#__PURE__*/ $&"),
      map: null,
    }),
  },
};

/** What makes an icon of its shapes: lucide-react's own also knows colours, sizes and widths by context and by property, which we give by class. */
const PLAIN_ICON = `
import { createElement } from "react";
const attributes = {
  xmlns: "http://www.w3.org/2000/svg", width: 24, height: 24, viewBox: "0 0 24 24", fill: "none",
  stroke: "currentColor", strokeWidth: 2, strokeLinecap: "round", strokeLinejoin: "round", "aria-hidden": true,
};
export default ({ name, node }) => ({ className = "", ...props }) =>
  createElement("svg", { ...attributes, ...props, className: "lucide lucide-" + name + " " + className },
    node.map(([tag, shape]) => createElement(tag, shape)));
`;

const plainIcons: Plugin = {
  name: "plain-icons",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: "**/lucide-react/dist/esm/createLucideIcon.mjs" },
    handler: () => ({ code: PLAIN_ICON, map: null }),
  },
};

/** The shapes alone: keys are for lists that change, sizes and other names for what PLAIN_ICON leaves out. */
const plainShapes: Plugin = {
  name: "plain-shapes",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: "**/lucide-react/dist/esm/icons/*.mjs" },
    handler: (code) => ({
      code: code
        .replace(/, key: "\w+"/g, "")
        .replace(/\n {2}(?:size: \d+|aliases: \[[^\]]*\]),?/g, "")
        .replace(/^__iconData\.node;$/m, ""),
      map: null,
    }),
  },
};

/** Convex's client carries pages of queries, which nothing here asks for; what it needs of them is to hand changes on. */
const NO_PAGES = `
export class PaginatedQueryClient {
  constructor(client, onTransition) {
    client.addOnTransitionHandler((change) => onTransition({ ...change, paginatedQueries: [] }));
  }
  subscribe() {
    throw new Error("Pages of queries are left out of the build: build/lighter.ts");
  }
}
`;

const noPages: Plugin = {
  name: "no-pages",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: "**/convex/dist/esm/browser/sync/paginated_query_client.js" },
    handler: () => ({ code: NO_PAGES, map: null }),
  },
};

/** Customers and the board on the wall have no session: for them there is no token to keep fresh. */
const NO_SIGN_IN = `
export class AuthenticationManager {
  setConfig() {
    throw new Error("Sign-in is left out of the customers' build: build/lighter.ts");
  }
  onTransition() {}
  onAuthError() {}
  stop() {}
}
`;

const noSignIn: Plugin = {
  name: "no-sign-in",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: ({ name }) =>
    name === environmentOf.customer || name === environmentOf.display,
  transform: {
    filter: { id: "**/convex/dist/esm/browser/sync/authentication_manager.js" },
    handler: () => ({ code: NO_SIGN_IN, map: null }),
  },
};

/** What reads the claims of a token, where there is none. */
const noTokens: Plugin = {
  ...noSignIn,
  name: "no-tokens",
  transform: {
    filter: { id: "**/convex/dist/esm/vendor/jwt-decode/index.js" },
    handler: () => ({
      code: "export const jwtDecode = () => ({});",
      map: null,
    }),
  },
};

/** Convex's client marks its beginnings in the browser's timeline, for a report that only its own makers ask for. */
const noMarks: Plugin = {
  name: "no-marks",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: "**/convex/dist/esm/browser/sync/metrics.js" },
    handler: () => ({
      code: "export const mark = () => {}; export const getMarksReport = () => [];",
      map: null,
    }),
  },
};

/** All of them. */
export const lighter = [
  productionRouter,
  unreadNames,
  plainRoutes,
  onlyActions,
  unreadValidators,
  plainIcons,
  plainShapes,
  noPages,
  noSignIn,
  noTokens,
  noMarks,
];
