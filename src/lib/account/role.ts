/** What the signed-in person may do in their shop, for parts deep in a page. owner-gate.tsx sets it. */
import { createContext, useContext } from "react";
import {
  may,
  type Need,
  type Role,
} from "../../../convex/business/rules/roles";

export const RoleArea = createContext<Role>("owner");

export function useRole(): Role {
  return useContext(RoleArea);
}

export function useMay(what: Need): boolean {
  return may(useRole(), what);
}
