/** The line as dots, with the customer's own place large. */
import { ticket as strings } from "../../../strings/ticket";
import { number } from "../../../strings/language/intl";

/** At most eight dots: four ahead, the own one, three behind. */
const AHEAD = 4;
const BEHIND = 3;

/** How many dots to draw on each side, and how many people they leave out. `position` 1 is the next in line. */
export function stripOf(position: number, total: number) {
  const ahead = Math.max(0, position - 1);
  const behind = Math.max(0, total - position);
  return {
    ahead: Math.min(ahead, AHEAD),
    aheadMore: Math.max(0, ahead - AHEAD),
    behind: Math.min(behind, BEHIND),
    behindMore: Math.max(0, behind - BEHIND),
  };
}

export function LineStrip(props: { position: number; total: number }) {
  const { position, total } = props;
  const strip = stripOf(position, total);
  const behind = Math.max(0, total - position);
  return (
    <div
      role="img"
      aria-label={strings.waiting.strip(position - 1, number(behind))}
      className="flex items-center justify-center gap-2.5"
    >
      <More count={strip.aheadMore} />
      <Dots
        count={strip.ahead}
        className="size-3.5 shrink-0 rounded-full bg-line-strong forced-colors:border-7"
      />
      <span className="state-dot size-7 shrink-0 rounded-full bg-brand ring-4 ring-brand-soft" />
      <Dots
        count={strip.behind}
        className="size-3.5 shrink-0 rounded-full border-2 border-line-strong"
      />
      <More count={strip.behindMore} />
    </div>
  );
}

function Dots({ count, className }: { count: number; className: string }) {
  return Array.from({ length: count }, (_, index) => (
    <span key={index} className={className} />
  ));
}

function More({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="text-sm font-semibold text-ink-2 tab">
      +{number(count)}
    </span>
  );
}
