/** The mark (three dots, the last one large: the queue and you) and pictures made from it. */
import { everyone as strings } from "../strings/everyone";

export function Mark() {
  return (
    <span className="inline-flex items-center gap-2.5 text-lg font-extrabold tracking-tight">
      <MarkIcon />
      {strings.product}
    </span>
  );
}

export function MarkIcon() {
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
      <rect width="32" height="32" rx="9" className="fill-brand" />
      <g className="fill-on-brand">
        <circle cx="7.2" cy="16" r="2" opacity=".55" />
        <circle cx="13" cy="16" r="2.6" opacity=".8" />
        <circle cx="22" cy="16" r="5.4" />
      </g>
    </svg>
  );
}

/** An empty line: two empty places and one filled. */
export function EmptyLine() {
  return (
    <svg viewBox="8 0 122 40" className="mx-auto h-10" aria-hidden="true">
      <g
        className="fill-none stroke-line-strong"
        strokeWidth="2.5"
        strokeDasharray="4 4"
      >
        <circle cx="20" cy="20" r="7" />
        <circle cx="60" cy="20" r="7" />
      </g>
      <circle cx="110" cy="20" r="15" className="fill-brand" />
    </svg>
  );
}
