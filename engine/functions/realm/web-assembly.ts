/**
 * WebAssembly without threads: compiling on other threads would settle in no deterministic order, and maybe after the
 * call has ended. Evaluated inside the realm, see host.ts.
 */

export function setUpWebAssembly(): void {
  const { Instance, Module } = WebAssembly;

  // Async, so that errors reject.
  const compile = async (bytes: BufferSource) => new Module(bytes);

  const instantiate = async (
    source: BufferSource | WebAssembly.Module,
    imports?: WebAssembly.Imports,
  ) => {
    if (source instanceof Module) return new Instance(source, imports);
    const module = new Module(source);
    return { module, instance: new Instance(module, imports) };
  };

  const refuse = async () => {
    throw new TypeError("There is nothing to stream from here");
  };

  for (const [name, value] of Object.entries({
    compile,
    instantiate,
    compileStreaming: refuse,
    instantiateStreaming: refuse,
  }))
    Object.defineProperty(WebAssembly, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: false,
    });
}
