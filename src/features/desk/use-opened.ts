/** Tells the server that the desk is open in this network. Many customers may then join from the shop's own network. */
import { useConvex } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";

/** Well within the week that the server remembers it, and soon enough on a new network. */
const AGAIN_MS = 60 * 60_000;

/** @param isOwn false for an admin who views the business, whose session may change nothing */
export function useOpened(isOwn: boolean): void {
  const convex = useConvex();
  useEffect(() => {
    if (!isOwn) return undefined;
    // It only helps customers, so the desk shows no failure.
    const tell = () =>
      void convex.mutation(api.desk.actions.opened, {}).catch(() => {});
    tell();
    const timer = window.setInterval(tell, AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [convex, isOwn]);
}
