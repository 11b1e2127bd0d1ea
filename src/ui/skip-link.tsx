/** First on every page: skips the navigation. */
import { parts } from "../strings/parts";

/** @param to a selector, of the content unless a page has one main button */
export function SkipLink({ to = "#main", label = parts.skipLink }) {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // Not through the address: on /join the fragment holds the ticket.
        event.preventDefault();
        document.querySelector<HTMLElement>(to)?.focus();
      }}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-4 focus:py-3 focus:font-semibold focus:shadow-float"
    >
      {label}
    </a>
  );
}
