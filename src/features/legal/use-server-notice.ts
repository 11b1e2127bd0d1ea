/** What the server says about its operator and services. One request, because the front has no open connection. */
import type { FunctionReturnType } from "convex/server";
import { useCallback, useEffect, useState } from "react";
import type { api } from "../../../convex/_generated/api";

export type ServerNotice = FunctionReturnType<
  typeof api.privacy.notice.current
>;

const TIMEOUT_MS = 10_000;

/** `notice` is undefined while it loads. */
export function useServerNotice() {
  const [notice, setNotice] = useState<ServerNotice | "failed">();
  const load = useCallback(() => {
    void askServer().then(setNotice, () => setNotice("failed"));
  }, []);
  useEffect(load, [load]);
  const again = () => {
    setNotice(undefined);
    load();
  };
  return { notice, again };
}

async function askServer(): Promise<ServerNotice> {
  const deployment: unknown = import.meta.env.VITE_CONVEX_URL;
  const origin = typeof deployment === "string" ? deployment : "";
  const answer = await fetch(`${origin}/api/query`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      path: "privacy/notice:current",
      args: {},
      format: "json",
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { value } = (await answer.json()) as { value?: ServerNotice };
  if (value === undefined) throw new Error("The server has no notice");
  return value;
}
