/** What every screen with sign-in stands in: one connection that carries the session, and the toasts. */
import { ConvexAuthProvider } from "@convex-dev/auth/react";
import type { ReactNode } from "react";
import { openConvexClient } from "../lib/convex-client";
import { Toasts } from "../ui/toast";

// One for the page, not per mount: the session would otherwise be read again on each visit.
const client = openConvexClient();

/** Wraps screens that need to know who is signed in. */
export default function AccountArea({ children }: { children: ReactNode }) {
  return (
    <ConvexAuthProvider client={client}>
      {children}
      <Toasts />
    </ConvexAuthProvider>
  );
}
