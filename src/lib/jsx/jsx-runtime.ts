/** React's JSX runtime for pages that may be translated (own-text.ts). tsconfig.json and vite.config.ts name it. */
import * as react from "react/jsx-runtime";
import { withOwnText, type Props } from "./own-text";

export { Fragment, type JSX } from "react/jsx-runtime";

export const jsx: typeof react.jsx = (type, props, key) =>
  react.jsx(type, withOwnText(type, props as object), key);

// Joined texts are one child, for which React has `jsx`.
export const jsxs: typeof react.jsxs = (type, props, key) => {
  const own: Props = withOwnText(type, props as object);
  return (Array.isArray(own.children) ? react.jsxs : react.jsx)(type, own, key);
};
