/** The `Convex` global of action workers: sends syscalls to the engine's thread and settles them when it answers. */
import type { ScryptParameters } from "../scrypt.ts";
import type { Answer, FromWorker, SyscallValue } from "./protocol.ts";

type Waiting = {
  readonly resolve: (value: SyscallValue) => void;
  readonly reject: (error: Error) => void;
};

/** @param currentRun id of the task whose code is running. @throws Error when none is. */
export function createSyscalls(
  currentRun: () => number,
  post: (message: FromWorker, transfer?: readonly ArrayBuffer[]) => void,
) {
  const waiting = new Map<number, Waiting>();
  let calls = 0;

  const ask = (
    operation: string,
    args: unknown,
    transfer?: readonly ArrayBuffer[],
  ): Promise<SyscallValue> =>
    new Promise((resolve, reject) => {
      const call = calls++;
      const id = currentRun();
      // Throws when the arguments cannot be cloned; then nothing must wait.
      post({ type: "syscall", id, call, operation, args }, transfer);
      waiting.set(call, { resolve, reject });
    });

  const storeBlob = async ({
    blob,
    options,
  }: {
    blob: Blob;
    options?: { sha256?: string };
  }) => {
    if (!(blob instanceof Blob))
      throw new Error(
        "store() expects a Blob. If you are trying to store a Request, `await request.blob()` will give you the correct input.",
      );
    const content = new Uint8Array(await blob.arrayBuffer());
    const contentType = blob.type === "" ? null : blob.type;
    const sha256 = options?.sha256 ?? null;
    // A private copy can be transferred instead of copied again.
    const args = { content, contentType, sha256 };
    return ask("storage/storeBlob", args, [content.buffer]);
  };

  const getBlob = async ({ storageId }: { storageId: string }) => {
    const file = await ask("storage/getBlob", { storageId });
    if (file === null || typeof file === "string" || file instanceof Uint8Array)
      return null;
    return new Blob([file.content as Uint8Array<ArrayBuffer>], {
      type: file.contentType ?? "",
    });
  };

  const convex = Object.freeze({
    syscall(operation: unknown): never {
      throw new Error(`Unknown operation ${String(operation)}`);
    },
    asyncSyscall: (operation: unknown, args: unknown) =>
      ask(String(operation), String(args)),
    jsSyscall(operation: unknown, args: never): Promise<unknown> {
      switch (operation) {
        case "storage/storeBlob":
          return storeBlob(args);
        case "storage/getBlob":
          return getBlob(args);
        default:
          throw new Error(`Unknown JS syscall: ${String(operation)}`);
      }
    },
  });

  return {
    convex,
    /** Runs on the engine's side, so that its limit holds for all threads together. */
    scrypt: (
      password: Uint8Array,
      salt: Uint8Array,
      parameters: ScryptParameters,
    ) => ask("engine/scrypt", { password, salt, parameters }),
    settle(call: number, answer: Answer): void {
      const found = waiting.get(call);
      waiting.delete(call);
      if (answer.ok) {
        found?.resolve(answer.value);
        return;
      }
      const error = new Error(answer.message);
      if (answer.data !== undefined)
        Object.assign(error, { data: JSON.parse(answer.data) as unknown });
      found?.reject(error);
    },
  };
}
