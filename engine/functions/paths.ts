/**
 * Names of functions as clients, code and tables write them. Holds no knowledge of which exist.
 */

/** `module.js` and the name of the export. */
export type FunctionPath = {
  readonly module: string;
  readonly name: string;
};

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

/** A path as anybody writes it, in the form shown to clients: `messages.js:list` → `messages:list`. */
export function strippedPath(text: string): string {
  return stripped(parsePath(text));
}

/**
 * What anyone hears who may not call a function, or calls one that is not there: the two must look the same.
 * @param path in the form shown to clients.
 * @param component "" is the app itself; components are not supported, so none of their functions is there.
 */
export function notFoundText(path: string, component = ""): string {
  const where = component === "" ? "" : ` in component "${component}"`;
  return `Could not find public function for '${path}'${where}.`;
}
