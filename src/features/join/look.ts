/** Reports once per device and half hour that the waits on the join page were seen (product.md W10). */
import { useMutation } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { LOOK_MS } from "../../../convex/reports/rules/lookTime";
import { newSecret } from "../../lib/new-secret";
import { readStored, storageKeys, writeStored } from "../../lib/storage";

/** The key of this device's look at a business. undefined without one, or when it is too old. */
export function lookAt(businessId: string): string | undefined {
  const [shop, key, at] = readStored(storageKeys.look)?.split(" ") ?? [];
  const isFresh = Date.now() - Number(at) < LOOK_MS;
  return shop === businessId && isFresh ? key : undefined;
}

/** @param seen the queues are on screen, with their waits */
export function useLook(businessId: string, seen: boolean): void {
  const look = useMutation(api.reports.looks.look);
  useEffect(() => {
    if (!seen || lookAt(businessId) !== undefined) return;
    const key = newSecret();
    writeStored(storageKeys.look, `${businessId} ${key} ${Date.now()}`);
    // Only a figure for the owner. The visit does not depend on it.
    look({ businessId, key }).catch(() => undefined);
  }, [look, businessId, seen]);
}
