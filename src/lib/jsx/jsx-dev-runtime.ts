/** The same as jsx-runtime.ts, in development. */
import * as react from "react/jsx-dev-runtime";
import { withOwnText } from "./own-text";

export { Fragment, type JSX } from "react/jsx-dev-runtime";

export const jsxDEV: typeof react.jsxDEV = (type, props, ...rest) =>
  react.jsxDEV(type, withOwnText(type, props as object), ...rest);
