/** What a page looks for, as it stands in its address, so that the way back finds it again. */
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";

/**
 * @param read what the address asks for; empty texts are not written to it
 * @returns that, and a function that changes some of it
 */
export function useAsked<Asked extends Record<string, string>>(
  read: (params: URLSearchParams) => Asked,
): readonly [Asked, (change: Partial<Asked>) => void] {
  const [params, setParams] = useSearchParams();
  const asked = read(params);
  // A second change may come before the router has drawn the first.
  const latest = useRef(asked);
  useEffect(() => {
    latest.current = read(params);
  }, [params, read]);
  const ask = (change: Partial<Asked>) => {
    latest.current = { ...latest.current, ...change };
    const given = Object.entries(latest.current).filter(
      ([, value]) => value !== "",
    );
    setParams(Object.fromEntries(given), { replace: true });
  };
  return [asked, ask];
}
