/** The picture for an address without a page: a line whose last place is missing. */
export function LostPlace() {
  return (
    <svg viewBox="16 8 202 44" className="mx-auto h-10" aria-hidden="true">
      <g className="fill-line-strong">
        <circle cx="24" cy="30" r="8" />
        <circle cx="66" cy="30" r="8" />
        <circle cx="108" cy="30" r="8" />
      </g>
      <circle
        cx="196"
        cy="30"
        r="20"
        className="fill-none stroke-brand"
        strokeWidth="3"
        strokeDasharray="6 6"
      />
    </svg>
  );
}
