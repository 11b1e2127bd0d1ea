/** What every screen with sign-in stands in: one connection that carries the session, and the toasts. */
import { ConvexAuthProvider } from "@convex-dev/auth/react";
import type { ComponentType, ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { EndedSession } from "../features/shell/ended-session";
import { openConvexClient } from "../lib/server/convex-client";
import { isOwnerPath } from "../lib/address/paths";
import { ToastArea } from "../ui/toast-area";
import { AccountClient } from "./account-client";

// One for the page, not per mount: the session would otherwise be read again on each visit.
const client = openConvexClient(AccountClient);

type Props = {
  /** Stands around every screen. */
  frame: ComponentType<{ children: ReactNode }>;
  children: ReactNode;
};

/** Wraps screens that need to know who is signed in. */
export function AccountArea({ frame: Frame, children }: Props) {
  const { pathname } = useLocation();
  // No code in an address signs anybody in here; the library would end the
  // session of whoever follows a link with "?code=".
  return (
    <ConvexAuthProvider client={client} shouldHandleCode={false}>
      <Frame>{children}</Frame>
      <EndedSession />
      <ToastArea pace={isOwnerPath(pathname) ? "owner" : "public"} />
    </ConvexAuthProvider>
  );
}
