/** What a change of screen does to scroll and focus. */
import { useEffect } from "react";
import {
  useLocation,
  useNavigationType,
  type Location,
} from "react-router-dom";

let last: Location | null = null;

/**
 * After a change of screen, or a link to the one that is open: start at the top, with the focus where the content begins.
 * What a screen notes in its own address, such as a filter that was set, leaves both where they are.
 */
export function Arrival() {
  const location = useLocation();
  const type: string = useNavigationType();
  useEffect(() => {
    const before = last;
    if (before?.key === location.key && before.pathname === location.pathname)
      return;
    last = location;
    // The browser has placed scroll and focus itself when the page was loaded.
    if (before === null) return;
    const { pathname, search, hash } = location;
    const isNoted =
      type === "REPLACE" &&
      pathname === before.pathname &&
      search !== before.search;
    if (isNoted) return;
    if (hash !== "") {
      document.getElementById(hash.slice(1))?.scrollIntoView();
      return;
    }
    window.scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [location, type]);
  return null;
}
