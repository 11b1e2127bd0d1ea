/** A turning ring beside a busy text, never alone. Invisible for its first 300 ms, so quick answers do not flicker. */
export function Spinner() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-5 shrink-0 late-spin"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M21 12a9 9 0 1 1-6.2-8.6" />
    </svg>
  );
}
