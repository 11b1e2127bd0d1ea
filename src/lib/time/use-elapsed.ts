/** Whether some time has passed since a screen came up. */
import { useEffect, useState } from "react";

/** False, then true `ms` after the first drawing. */
export function useElapsed(ms: number): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setOver(true), ms);
    return () => window.clearTimeout(timer);
  }, [ms]);
  return over;
}
