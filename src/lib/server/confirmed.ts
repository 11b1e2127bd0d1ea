/** Calls for which the server may want the password given once more (confirmFirst, product.md O10). The window that asks: features/admin-access. */
import { createContext, useContext } from "react";

/** Runs a call; where the password was given too long ago it asks for it and runs the call again. Resolves to null when that was cancelled: then nothing was done, and nobody needs to be told. @throws what the call throws */
export type Confirmed = <T extends object>(
  call: () => Promise<T>,
) => Promise<T | null>;

export const ConfirmedContext = createContext<Confirmed>((call) => call());

/** For whatever destroys something in the portal: `await confirmed(() => remove(args))`. */
export function useConfirmed(): Confirmed {
  return useContext(ConfirmedContext);
}
