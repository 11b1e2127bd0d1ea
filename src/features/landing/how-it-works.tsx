/** The product's features in eight tiles. Claims only what exists. */
import {
  BellRing,
  ChartNoAxesCombined,
  Gauge,
  MessageCircleHeart,
  QrCode,
  ScanLine,
  SlidersHorizontal,
  Timer,
  type LucideIcon,
} from "lucide-react";
import { landing as strings } from "../../strings/landing";

const ICONS: Record<keyof typeof strings.tiles, LucideIcon> = {
  setUp: Timer,
  code: QrCode,
  scan: ScanLine,
  alerts: BellRing,
  analytics: ChartNoAxesCombined,
  feedback: MessageCircleHeart,
  customisation: SlidersHorizontal,
  waits: Gauge,
};
const tiles = Object.entries(ICONS) as [keyof typeof ICONS, LucideIcon][];

export function HowItWorks() {
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-it-works-title"
      className="border-y border-line bg-surface"
    >
      <div className="mx-auto max-w-6xl px-5 py-16 md:px-8 lg:py-20">
        <h2
          id="how-it-works-title"
          className="text-3xl font-extrabold tracking-tight"
        >
          {strings.howItWorks}
        </h2>
        <ul className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {tiles.map(([name, Icon]) => (
            <li key={name}>
              <Icon className="size-7 text-brand-text" />
              <h3 className="mt-3 text-lg leading-snug font-bold">
                {strings.tiles[name].title}
              </h3>
              <p className="mt-1 text-ink-2">{strings.tiles[name].text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
