/** Whether some time has passed since a screen appeared. */
import { useEffect, useState } from "react";

/** False, then true `ms` after the first render. */
export function useElapsed(ms: number): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setOver(true), ms);
    return () => window.clearTimeout(timer);
  }, [ms]);
  return over;
}
