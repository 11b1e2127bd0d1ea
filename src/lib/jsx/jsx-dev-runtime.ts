/** The same as jsx-runtime.ts, in development. */
import * as react from "react/jsx-dev-runtime";
import { withOwnText, type Props } from "./own-text";

export { Fragment, type JSX } from "react/jsx-dev-runtime";

export const jsxDEV: typeof react.jsxDEV = (
  type,
  props,
  key,
  isStatic,
  ...at
) => {
  const own: Props = withOwnText(type, props as object);
  const isList = isStatic && Array.isArray(own.children);
  return react.jsxDEV(type, own, key, isList, ...at);
};
