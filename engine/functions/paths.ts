/**
 * Names of functions as clients, code and tables write them. Holds no knowledge of which exist.
 */

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

/** Stands between a component and the function: no path and no name has one. */
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

/** `messages.js:list`, `workpool/batchWorker;loop.js:loop`: the form that tables and handles hold. */
export function addressText(address: FunctionAddress): string {
  return inComponent(address.component, canonical(address));
}

/** @param path in whatever form. */
export function inComponent(component: string, path: string): string {
  return component === "" ? path : `${component}${COMPONENT_END}${path}`;
}

/** As a component writes one of somebody else's: the app's is `;messages.js:list`. */
export function foreignText(address: FunctionAddress): string {
  return `${address.component}${COMPONENT_END}${canonical(address)}`;
}

/** The way back; of a text without a component, what `component` says. */
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

/** A path as anybody writes it, in the form shown to clients: `messages.js:list` → `messages:list`. */
export function strippedPath(text: string): string {
  return stripped(parsePath(text));
}

/**
 * What anyone hears who may not call a function, or calls one that is not there: the two must look the same.
 * @param path in the form shown to clients.
 * @param component "" is the app itself.
 */
export function notFoundText(path: string, component = ""): string {
  const where = component === "" ? "" : ` in '${component}'`;
  return `Could not find public function for '${path}'${where}.`;
}
