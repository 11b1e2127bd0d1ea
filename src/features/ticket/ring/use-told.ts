/** The page says to the server what it has told, so that nobody else has to (product.md AL2). */
import { useMutation } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useCallback } from "react";
import { api } from "../../../../convex/_generated/api";
import { canSound } from "./sound";

type Occasion = FunctionArgs<typeof api.messages.alerts.pageRang>["occasion"];

/** Tells it, if this page can be noticed at all: it is seen, or may sound. What does not arrive is told by another way. */
export function useTold(secret: string): (occasion: Occasion) => void {
  const rang = useMutation(api.messages.alerts.pageRang);
  return useCallback(
    (occasion) => {
      if (document.visibilityState === "hidden" && !canSound()) return;
      void rang({ secret, occasion }).catch(() => undefined);
      if (occasion.kind !== "called") return;
      // Whoever touches the page after that has noticed.
      const seen = () =>
        void rang({ secret, occasion, seen: true }).catch(() => undefined);
      window.addEventListener("pointerdown", seen, { once: true });
    },
    [rang, secret],
  );
}
