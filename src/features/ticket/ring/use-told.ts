/** Reports to the server the alerts that this page gave, so that no other channel repeats them (product.md AL2). */
import { useMutation } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useCallback, useEffect } from "react";
import { api } from "../../../../convex/_generated/api";
import { canSound } from "./sound";

type Occasion = FunctionArgs<typeof api.messages.alerts.pageRang>["occasion"];

/** Reports only if the page is visible or can make sound. If the report is lost, another channel alerts. */
export function useTold(
  secret: string,
): (occasion: Occasion, silent?: "silent") => void {
  const rang = useMutation(api.messages.alerts.pageRang);
  return useCallback(
    (occasion, silent) => {
      if (document.visibilityState === "hidden" && !canSound()) return;
      const isSilent = silent === undefined ? {} : { silent: true };
      void rang({ secret, occasion, ...isSilent }).catch(() => undefined);
    },
    [rang, secret],
  );
}

/** A touch shows that the customer noticed the call. @param callCount of a call that waits for an answer, or null */
export function useSeen(secret: string, callCount: number | null): void {
  const rang = useMutation(api.messages.alerts.pageRang);
  useEffect(() => {
    if (callCount === null) return;
    const occasion = { kind: "called", callCount } as const;
    const seen = () =>
      void rang({ secret, occasion, seen: true }).catch(() => undefined);
    window.addEventListener("pointerdown", seen, { once: true });
    return () => window.removeEventListener("pointerdown", seen);
  }, [rang, secret, callCount]);
}
