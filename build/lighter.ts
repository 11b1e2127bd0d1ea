/** Plugins that keep code out of the browser which it never runs. */
import type { Plugin } from "vite";

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

/** All of them. */
export const lighter = [productionRouter, unreadNames, unreadValidators];
