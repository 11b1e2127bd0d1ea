/** The person on the shop's tablet, and how to take them off it. Null where the page is not on one. */
import { createContext, useContext } from "react";

type OnTablet = { person: string; leave: () => void };

export const TabletArea = createContext<OnTablet | null>(null);

export function useTablet(): OnTablet | null {
  return useContext(TabletArea);
}
