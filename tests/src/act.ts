/** React's `act`, which also waits for files that are loaded on demand: their time must not decide what a test sees. */
import { act as actOfReact } from "react";
import { vi } from "vitest";

/** Does the work, and resolves when everything that follows from it is drawn. */
export async function act<Result>(work: () => Result | Promise<Result>) {
  const result = await actOfReact(async () => await work());
  await actOfReact(async () => await vi.dynamicImportSettled());
  return result;
}
