/** The secret of an invitation: from the link's fragment, or kept in this tab while the user logs in. */
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { readStored, storageKeys, writeStored } from "../../lib/storage";

const KEY = storageKeys.invitation;

/** Empty without one. */
export function useSecret(): string {
  const fragment = useLocation().hash.slice(1);
  const [kept] = useState(() => readStored(KEY, "tab") ?? "");
  return fragment === "" ? kept : fragment;
}

/** Survives the way over the login page, whose address must not hold it. Null forgets it. */
export function keepSecret(secret: string | null): void {
  writeStored(KEY, secret, "tab");
}
