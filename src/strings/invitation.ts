/** The page behind an invitation to a shop's team. */
import type { GivenRole } from "../../convex/business/rules/roles";
import { strings } from "./language/language";

export const invitation = strings("invitation", {
  title: "Invitation",
  loading: "Checking the invitation...",
  goneTitle: "This invitation doesn't work",
  join: (shop: string) => `Join ${shop}`,
  joining: "Joining...",
  roles: {
    manager: (name: string) => `${name}, you're invited to join as a manager.`,
    staff: (name: string) => `${name}, you're invited to work at the counter.`,
  } satisfies Record<GivenRole, (name: string) => string>,
  email: "E-mail",
  password: "Choose a password",
  /** After the invited address. */
  hasAccount: "has an account. Log in to accept.",
  logIn: "Log In",
  logOut: "Log out",
  logOutFirst: "Log out to accept.",
});
