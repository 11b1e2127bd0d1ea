/** What somebody types, once they have stopped for a moment: a search for each letter would be work for nothing. */
import { useEffect, useState } from "react";

const PAUSE_MS = 250;

/** The value as it was when it last stayed the same for a quarter of a second; an empty text counts at once. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return value === "" ? value : settled;
}
