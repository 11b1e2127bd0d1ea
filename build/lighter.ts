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

/** Customers do not sign in: the client's half that fetches, decodes and refreshes tokens is never reached in their app. */
const withoutSignIn: Plugin = {
  name: "without-sign-in",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === environmentOf.customer,
  load: {
    filter: {
      id: /convex\/dist\/esm\/browser\/sync\/authentication_manager\.js$/,
    },
    handler: () => `
      export class AuthenticationManager {
        onTransition() {}
        onAuthError({ error }) { throw new Error(error); }
        setConfig() { throw new Error("This app has no sign-in: build/lighter.ts"); }
        stop() {}
      }
    `,
  },
};

/** All of them. */
export const lighter = [
  productionRouter,
  unreadNames,
  unreadValidators,
  plainIcons,
  withoutSignIn,
];
