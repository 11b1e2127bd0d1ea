/** What the product does, in eight tiles. Only what exists is claimed. */
import {
  BellRing,
  ChartNoAxesCombined,
  Clock3,
  ListChecks,
  QrCode,
  ScanLine,
  Timer,
  Undo2,
  type LucideIcon,
} from "lucide-react";

type Tile = { icon: LucideIcon; title: string; text: string };

const tiles: readonly Tile[] = [
  {
    icon: Timer,
    title: "Set up in minutes",
    text: "Create an account, name your queues, show the code. No hardware.",
  },
  {
    icon: QrCode,
    title: "A QR code for your door",
    text: "One code or link for all your queues and services.",
  },
  {
    icon: ScanLine,
    title: "Customers join by scanning",
    text: "No app, no account. A name is optional.",
  },
  {
    icon: BellRing,
    title: "Automated alerts",
    text: "Phones ring and vibrate when it is their turn.",
  },
  {
    icon: ChartNoAxesCombined,
    title: "Real-time figures",
    text: "How many wait, how long, and your busiest hour, live.",
  },
  {
    icon: Clock3,
    title: "Honest waiting times",
    text: "Everyone sees their place and a range, never a false minute.",
  },
  {
    icon: ListChecks,
    title: "Several queues at once",
    text: "One for each service or chair. Open and close them as you like.",
  },
  {
    icon: Undo2,
    title: "Nothing goes wrong for long",
    text: "Called the wrong person? Undo, and everyone is back in place.",
  },
];

/** The section #how-it-works. */
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
          How It Works
        </h2>
        <ul className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {tiles.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon className="size-7 text-brand-text" aria-hidden="true" />
              <h3 className="mt-3 text-lg leading-snug font-bold">{title}</h3>
              <p className="mt-1 text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
