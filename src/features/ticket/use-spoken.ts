/** Limits how often a screen reader announces a changing text. */
import { useEffect, useRef, useState } from "react";

/** The text for a polite live region. Follows `text`, but changes at most once per `gapMs`; the newest text wins. */
export function useSpoken(text: string, gapMs: number): string {
  const [spoken, setSpoken] = useState("");
  const spokenAt = useRef(-Infinity);
  useEffect(() => {
    const wait = Math.max(0, spokenAt.current + gapMs - Date.now());
    const timer = window.setTimeout(() => {
      spokenAt.current = Date.now();
      setSpoken(text);
    }, wait);
    return () => window.clearTimeout(timer);
  }, [text, gapMs]);
  return spoken;
}
