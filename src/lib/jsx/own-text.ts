/**
 * Gives each text that stands beside other content its own element. Translators of pages replace text nodes, and
 * React fails when it updates or moves one that is gone (https://github.com/facebook/react/issues/11538). They leave
 * elements in place, and React writes the only text of an element without looking for its node.
 */
import { Fragment, type ElementType, type ReactNode } from "react";
import { jsx } from "react/jsx-runtime";

export type Props = { children?: ReactNode };

/** Elements that may hold text only. */
const TEXT_ONLY = new Set([
  "option",
  "title",
  "textarea",
  "style",
  "script",
  "text",
  "tspan",
]);

/** The props of an element, its texts wrapped. */
export function withOwnText<Given extends Props>(
  type: ElementType,
  props: Given,
): Given {
  const { children } = props;
  if (typeof type !== "string" && type !== Fragment) return props;
  if (Array.isArray(children)) {
    const isAlone = type !== Fragment && flat(children).every(isTextOrNothing);
    if (!isAlone && TEXT_ONLY.has(type as string)) return props;
    const own = isAlone
      ? flat(children).filter(isText).join("")
      : wrapped(children);
    return { ...props, children: own };
  }
  if (type === Fragment && isText(children)) {
    return { ...props, children: inSpan(String(children), 0) };
  }
  return props;
}

/** Texts side by side share an element, at the place of the first, so that all others keep their places. */
function wrapped(children: readonly ReactNode[]): ReactNode[] {
  const own = [...children];
  let first = -1;
  let text = "";
  own.forEach((child, index) => {
    if (isText(child)) {
      if (first < 0) first = index;
      text = index === first ? String(child) : text + String(child);
      own[index] = null;
      own[first] = inSpan(text, first);
      return;
    }
    if (Array.isArray(child)) own[index] = wrapped(child);
    if (!isTextOrNothing(child)) first = -1;
  });
  return own;
}

const inSpan = (text: string, place: number) =>
  jsx("span", { children: text }, `text ${place}`);

const flat = (children: readonly ReactNode[]): ReactNode[] =>
  children.flat(Infinity) as ReactNode[];

function isText(child: ReactNode): child is string | number {
  return (
    (typeof child === "string" && child !== "") || typeof child === "number"
  );
}

function isTextOrNothing(child: ReactNode): boolean {
  return (
    isText(child) ||
    child === "" ||
    child === null ||
    child === undefined ||
    typeof child === "boolean"
  );
}
