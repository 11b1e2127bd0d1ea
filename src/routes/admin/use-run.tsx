/** TEMPORARY until roles has useConfirmed. */
import type { ReactNode } from "react";
import type { Run } from "../../features/directory/types";

export function useRun(): { run: Run; window: ReactNode } {
  return { run: async (call) => await call(), window: null };
}
