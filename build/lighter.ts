/** Plugins that keep code out of the browser which it never runs. */
import type { Plugin } from "vite";
import { environmentOf } from "./apps.ts";

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

/** Of the icons' package all is left out that nobody here uses: contexts, sizes, strokes and names of classes. An icon is its shapes in an <svg>. */
const plainIcons: Plugin = {
  name: "plain-icons",
  apply: "build",
  enforce: "pre",
  load: {
    filter: { id: /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
    handler: () => `
      import { createElement } from "react";
      const svg = {
        xmlns: "http://www.w3.org/2000/svg", viewBox: "0 0 24 24", width: 24, height: 24, fill: "none",
        stroke: "currentColor", strokeWidth: 2, strokeLinecap: "round", strokeLinejoin: "round",
        "aria-hidden": true,
      };
      const shapes = ({ node }) => node.map(([tag, shape]) => createElement(tag, shape));
      export default (icon) => (props) => createElement("svg", { ...svg, ...props }, shapes(icon));
    `,
  },
};

/**
 * What the app of customers never reaches of its client, because it has no sign-in and shows no lists in pages: handling of
 * tokens, and the joining of pages. What is left does what the originals do when neither is used.
 */
const UNREACHED: Readonly<Record<string, string>> = {
  "authentication_manager.js": `
    export class AuthenticationManager {
      onTransition() {}
      onAuthError({ error }) { throw new Error(error); }
      setConfig() { throw new Error("This app has no sign-in: build/lighter.ts"); }
      stop() {}
    }`,
  "jwt-decode/index.js": "export const jwtDecode = () => null;",
  "paginated_query_client.js": `
    export class PaginatedQueryClient {
      constructor(client, onTransition) {
        client.addOnTransitionHandler((transition) => onTransition({ ...transition, paginatedQueries: [] }));
      }
      subscribe() { throw new Error("This app has no pages of results: build/lighter.ts"); }
    }`,
};

const withoutUnreached: Plugin = {
  name: "without-unreached",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === environmentOf.customer,
  load: {
    filter: { id: /convex\/dist\/esm\/.*\.js$/ },
    handler: (id) =>
      Object.entries(UNREACHED).find(([file]) =>
        id.endsWith(`/${file}`),
      )?.[1] ?? null,
  },
};

/** All of them. */
export const lighter = [
  productionRouter,
  unreadNames,
  unreadValidators,
  plainIcons,
  withoutUnreached,
];
