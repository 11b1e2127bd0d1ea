/** Keeps a page's state in its address, so that a reload and the back button restore it. */
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";

type Changes = Readonly<Record<string, string | null>>;

/** The address's parameters, and a function that changes some; null or "" removes one. No step for the back button. */
export function useAddressSearch(): readonly [
  URLSearchParams,
  (changes: Changes) => void,
] {
  const [search, setSearch] = useSearchParams();
  // A second change may come before the router has rendered the first.
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  const change = (changes: Changes) => {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === "") next.delete(name);
      else next.set(name, value);
    }
    latest.current = next;
    setSearch(next, { replace: true });
  };
  return [search, change];
}
