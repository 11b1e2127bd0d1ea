/** React's JSX runtime for pages that may be translated (own-text.ts). tsconfig.json and vite.config.ts name it. */
import * as react from "react/jsx-runtime";
import { withOwnText } from "./own-text";

export { Fragment, type JSX } from "react/jsx-runtime";

export const jsx: typeof react.jsx = (type, props, key) =>
  react.jsx(type, withOwnText(type, props as object), key);

export const jsxs: typeof react.jsxs = (type, props, key) =>
  react.jsxs(type, withOwnText(type, props as object), key);
