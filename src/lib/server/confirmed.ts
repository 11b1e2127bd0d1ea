/** Calls that may need the password again (confirmFirst, product.md O10). The window is in features/admin-access. */
import { createContext, useContext } from "react";

/**
 * Runs a call. If the server wants the password again, asks for it and repeats the call. Resolves to null when
 * cancelled: no message is needed then. @throws what the call throws
 */
export type Confirmed = <T extends object>(
  call: () => Promise<T>,
) => Promise<T | null>;

export const ConfirmedContext = createContext<Confirmed>((call) => call());

/** For destructive actions in the portal: `await confirmed(() => remove(args))`. */
export function useConfirmed(): Confirmed {
  return useContext(ConfirmedContext);
}
