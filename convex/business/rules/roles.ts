/** The people of a shop: their roles, and what each role may do (product.md R1). */
import type { Infer } from "convex/values";
import type { givenRoleValidator, roleValidator } from "./validators";

export type Role = Infer<typeof roleValidator>;

export type GivenRole = Infer<typeof givenRoleValidator>;

/** What needs more than a place at the counter. Server functions and menus read it. */
export const allowed = {
  /** Bill, keys, calendar, export, deletion, audit, managers. */
  ownShop: ["owner"],
  /** Staff, queues, profile, reports, feedback, support, text templates. */
  manageShop: ["owner", "manager"],
} as const satisfies Record<string, readonly Role[]>;

export type Need = keyof typeof allowed;

/** Whether `role` may do this. */
export function may(role: Role, what: Need): boolean {
  return (allowed[what] as readonly Role[]).includes(role);
}

/** Whether `by` may give, change or end `role`: only roles below their own. */
export function mayManage(by: Role, role: Role): role is GivenRole {
  if (role === "owner") return false;
  return may(by, role === "manager" ? "ownShop" : "manageShop");
}

export const MAX_PERSON_NAME = 40;
