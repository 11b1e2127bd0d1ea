/**
 * WebAssembly without threads: what is compiled elsewhere would settle when nobody waits for it any more, and in no order that
 * repeats. Evaluated inside the realm, see host.ts.
 */

export function setUpWebAssembly(): void {
  const { Instance, Module } = WebAssembly;

  // Async, so that what is wrong rejects.
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
