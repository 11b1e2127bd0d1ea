/** Tells the server that the desk is open in this network: it is the shop's own, and its customers may come many at once. */
import { useConvex } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";

/** Well within the week that the server remembers it, and on a new network soon. */
const AGAIN_MS = 60 * 60_000;

/** For the dashboard itself, while it is there. */
export function useOpened(): void {
  const convex = useConvex();
  useEffect(() => {
    // Only a help for others: nobody at the desk needs to know that it failed.
    const tell = () =>
      void convex.mutation(api.desk.actions.opened, {}).catch(() => {});
    tell();
    const timer = window.setInterval(tell, AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [convex]);
}
