/** What a page shows, as it stands in its address, so that a reload and the way back find it again. */
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";

/** Null or an empty text leaves one out. */
type Changes = Readonly<Record<string, string | null>>;

/** @returns the address's parameters, and a function that changes some of them, which is no step for the back button */
export function useAddressSearch(): readonly [
  URLSearchParams,
  (changes: Changes) => void,
] {
  const [search, setSearch] = useSearchParams();
  // A second change may come before the router has drawn the first, and its own functional updates begin with what was drawn.
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
