/** Polls the platform's state every ten seconds while the page is visible. */
import { useAction } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";

export type Look = FunctionReturnType<typeof api.upkeep.operations.look>;

const EVERY_MS = 10_000;

/** `look` is the last successful answer; `failed` says that a later request failed. */
export function useLook(): {
  look: Look | null;
  failed: boolean;
  busy: boolean;
  again: () => void;
} {
  const ask = useAction(api.upkeep.operations.look);
  const [look, setLook] = useState<Look | null>(null);
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const isAsking = useRef(false);

  const again = useCallback(() => {
    if (isAsking.current) return;
    isAsking.current = true;
    void ask({})
      .then(
        (now) => {
          setLook(now);
          setFailed(false);
        },
        () => setFailed(true),
      )
      .finally(() => {
        isAsking.current = false;
        setBusy(false);
      });
  }, [ask]);

  useEffect(() => {
    again();
    const timer = window.setInterval(() => {
      if (!document.hidden) again();
    }, EVERY_MS);
    return () => window.clearInterval(timer);
  }, [again]);

  return {
    ...{ look, failed, busy },
    again: () => {
      setBusy(true);
      again();
    },
  };
}
