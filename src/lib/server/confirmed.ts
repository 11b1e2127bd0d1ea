/** Calls that may need the password again (confirmFirst, product.md O10). The window is in features/admin-access. */
import { createContext, useContext } from "react";

/** Repeats a call after the password, if the server wants it. Null when cancelled. @throws what the call throws */
export type Confirmed = <T extends object>(
  call: () => Promise<T>,
) => Promise<T | null>;

export const ConfirmedContext = createContext<Confirmed>((call) => call());

export function useConfirmed(): Confirmed {
  return useContext(ConfirmedContext);
}
