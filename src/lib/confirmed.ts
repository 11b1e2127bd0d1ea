/** Calls for which the server may want the password given once more (confirmFirst, product.md O10). The window that asks: features/admin-access. */
import { createContext, useContext } from "react";

/** Runs a call; where the password was given too long ago it asks for it and runs the call again. @throws what the call throws; confirmFirst when nobody answered */
export type Confirmed = <T>(call: () => Promise<T>) => Promise<T>;

export const ConfirmedContext = createContext<Confirmed>((call) => call());

/** For whatever destroys something in the portal: `await confirmed(() => remove(args))`. */
export function useConfirmed(): Confirmed {
  return useContext(ConfirmedContext);
}
