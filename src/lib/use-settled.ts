/** Typed text after a short pause, so that a search does not run for each letter. */
import { useEffect, useState } from "react";

const PAUSE_MS = 250;

/** The value after it stayed the same for a quarter of a second. An empty text counts at once. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return value === "" ? value : settled;
}
