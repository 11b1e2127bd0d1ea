/** Surrounds every screen with sign-in: one connection with the session, and the toasts. */
import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { useState, type ComponentType, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { EndedSession } from "../features/shell/ended-session";
import { openConvexClient } from "../lib/server/convex-client";
import { isOwnerPath, paths } from "../lib/address/paths";
import { isStorageBlocked } from "../lib/storage";
import { signedIn } from "../strings/signed-in";
import { SomethingWrong } from "../ui/something-wrong";
import { ToastArea } from "../ui/toast-area";
import { AccountClient } from "./account-client";
import { plainPath } from "./apps";

// One per page, not per mount: otherwise each visit would read the session again.
const client = openConvexClient(AccountClient);

/** Ending mails needs no sign-in (product.md E4). */
const WITHOUT_STORAGE: readonly string[] = [paths.unsubscribe];
const noStorage = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
};

type Props = {
  frame: ComponentType<{ children: ReactNode }>;
  children: ReactNode;
};

export function AccountArea({ frame: Frame, children }: Props) {
  const { pathname } = useLocation();
  const [isBlocked] = useState(isStorageBlocked);
  if (isBlocked && !WITHOUT_STORAGE.includes(plainPath(pathname))) {
    const { title, text } = signedIn.storageBlocked;
    return <SomethingWrong title={title} text={text(window.location.host)} />;
  }
  // The library would end the session of a user who follows a link with "?code=".
  return (
    <ConvexAuthProvider
      client={client}
      storage={isBlocked ? noStorage : undefined}
      shouldHandleCode={false}
    >
      <Frame>{children}</Frame>
      <EndedSession />
      <ToastArea pace={isOwnerPath(pathname) ? "owner" : "public"} />
    </ConvexAuthProvider>
  );
}
