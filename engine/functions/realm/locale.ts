/**
 * Code that names no language formats and compares in US English, as on Convex, whatever the machine's language. Also
 * evaluated inside realms, so it uses nothing from outside.
 */
export function setUpLocale(): void {
  const language = "en-US";
  if (new Intl.NumberFormat().resolvedOptions().locale === language) return;

  type Callable = (...args: unknown[]) => unknown;

  /** The function, with the language in place of a missing argument. */
  const speaking = (native: Callable, position = 0): Callable => {
    const complete = (given: readonly unknown[]) => {
      const args = [...given];
      if (args[position] === undefined) args[position] = language;
      return args;
    };
    return new Proxy(native, {
      apply: (_, self, args): unknown =>
        Reflect.apply(native, self, complete(args)),
      construct: (_, args, target) =>
        Reflect.construct(native, complete(args), target) as object,
    });
  };

  const classes = Intl as unknown as Record<string, Callable>;
  for (const name of Object.getOwnPropertyNames(Intl)) {
    const native = classes[name];
    // A Locale always names its language; the others in lower case are no classes.
    if (native === undefined || !/^[A-Z]/.test(name) || name === "Locale")
      continue;
    classes[name] = speaking(native);
    (native.prototype as object).constructor = classes[name];
  }
  const replace = (prototype: object, name: string, position?: number) => {
    const methods = prototype as Record<string, Callable>;
    const native = methods[name];
    if (native !== undefined) methods[name] = speaking(native, position);
  };
  replace(Number.prototype, "toLocaleString");
  replace(BigInt.prototype, "toLocaleString");
  replace(Date.prototype, "toLocaleString");
  replace(Date.prototype, "toLocaleDateString");
  replace(Date.prototype, "toLocaleTimeString");
  replace(String.prototype, "toLocaleLowerCase");
  replace(String.prototype, "toLocaleUpperCase");
  replace(String.prototype, "localeCompare", 1);
}
