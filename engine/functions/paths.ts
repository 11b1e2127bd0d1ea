/** Names of functions as clients, code and tables write them. Does not know which exist. */

/** `module.js` and the name of the export. */
export type FunctionPath = {
  readonly module: string;
  readonly name: string;
};

/** A function of the app or of one of its components. */
export type FunctionAddress = FunctionPath & {
  /** Path of the component among all, `workpool/batchWorker`; "" is the app itself. */
  readonly component: string;
};

/** Separates the component from the function; not allowed in paths and names. */
const COMPONENT_END = ";";

/** Reads `messages:list`, `messages.js:list`, `folder/messages` (the default export). */
export function parsePath(text: string): FunctionPath {
  const colon = text.indexOf(":");
  const module = colon < 0 ? text : text.slice(0, colon);
  const name = colon < 0 ? "default" : text.slice(colon + 1);
  return { module: module.endsWith(".js") ? module : `${module}.js`, name };
}

/** `messages.js:list`: the form stored and shown in engine texts. */
export function canonical({ module, name }: FunctionPath): string {
  return `${module}:${name}`;
}

/** `messages:list`, `messages` for the default export: the form shown to clients. */
export function stripped({ module, name }: FunctionPath): string {
  const bare = module.slice(0, -".js".length);
  return name === "default" ? bare : `${bare}:${name}`;
}

/** `messages.js:list`, `workpool/batchWorker;loop.js:loop`: the form in tables and handles. */
export function addressText(address: FunctionAddress): string {
  return inComponent(address.component, canonical(address));
}

/** @param path in any form. */
export function inComponent(component: string, path: string): string {
  return component === "" ? path : `${component}${COMPONENT_END}${path}`;
}

/** The form in which a component names a foreign function: the app's is `;messages.js:list`. */
export function foreignText(address: FunctionAddress): string {
  return `${address.component}${COMPONENT_END}${canonical(address)}`;
}

/** The inverse; a text without a component gets `component`. */
export function splitAddress(
  text: string,
  component = "",
): { readonly component: string; readonly path: string } {
  const end = text.indexOf(COMPONENT_END);
  if (end < 0) return { component, path: text };
  const path = text.slice(end + COMPONENT_END.length);
  return { component: text.slice(0, end), path };
}

export function parseAddress(text: string): FunctionAddress {
  const { component, path } = splitAddress(text);
  return { component, ...parsePath(path) };
}

/** Path of a component inside another, or inside the app. */
export function childPath(component: string, name: string): string {
  return component === "" ? name : `${component}/${name}`;
}

/** Any form of a path, in the form shown to clients: `messages.js:list` → `messages:list`. */
export function strippedPath(text: string): string {
  return stripped(parsePath(text));
}

/**
 * The message for a function that does not exist or that the caller may not call; the two must look the same.
 * @param path in the form shown to clients.
 * @param component "" is the app itself.
 */
export function notFoundText(path: string, component = ""): string {
  const where = component === "" ? "" : ` in '${component}'`;
  return `Could not find public function for '${path}'${where}.`;
}
