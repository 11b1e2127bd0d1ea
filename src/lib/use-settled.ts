/** A quarter of a second after the last change, so that a search does not run for each letter. */
import { useEffect, useState } from "react";

const PAUSE_MS = 250;

export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return value === "" ? value : settled;
}
