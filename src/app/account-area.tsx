/** Surrounds every screen with sign-in: one connection with the session, and the toasts. */
import { ConvexAuthProvider } from "@convex-dev/auth/react";
import type { ComponentType, ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { EndedSession } from "../features/shell/ended-session";
import { openConvexClient } from "../lib/server/convex-client";
import { isOwnerPath } from "../lib/address/paths";
import { ToastArea } from "../ui/toast-area";
import { AccountClient } from "./account-client";

// One per page, not per mount: otherwise each visit would read the session again.
const client = openConvexClient(AccountClient);

type Props = {
  frame: ComponentType<{ children: ReactNode }>;
  children: ReactNode;
};

export function AccountArea({ frame: Frame, children }: Props) {
  const { pathname } = useLocation();
  // The library would end the session of a user who follows a link with "?code=".
  return (
    <ConvexAuthProvider client={client} shouldHandleCode={false}>
      <Frame>{children}</Frame>
      <EndedSession />
      <ToastArea pace={isOwnerPath(pathname) ? "owner" : "public"} />
    </ConvexAuthProvider>
  );
}
