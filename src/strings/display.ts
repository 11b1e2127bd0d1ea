/** The display on a shop's wall, shown and spoken. */
import { strings } from "./language/language";
import { counting } from "./language/intl";

const counted = counting("en");

export const display = strings("display", {
  /** Of the window, and of the page for screen readers. */
  titleAt: (business: string) => `Now calling · ${business}`,
  headingAt: (business: string) => `Now calling at ${business}`,
  loading: "Loading the display...",
  now: "Now calling",
  /** Of an older call. */
  last: (time: string) => `Called at ${time}`,
  before: "Called earlier",
  /** Replaces a queue's name when there is only one queue. */
  come: "Please come to the counter",
  noCalls: "No calls yet.",
  scanToJoin: "Scan to join.",
  scan: "Scan to join",
  code: (url: string) => `QR code: ${url}`,

  queues: "Queues",
  next: "Next",
  nobodyNext: "Nobody is waiting",
  waiting: (people: number) =>
    counted(people, { one: "# waiting", other: "# waiting" }),
  /** Continues with "about 15–25 min" or "no wait". */
  joinNow: (wait: string) => `Join now: ${wait}`,
  late: (minutes: number) =>
    counted(minutes, {
      one: "Running about # minute late",
      other: "Running about # minutes late",
    }),
  moreQueues: (queues: number) =>
    counted(queues, { one: "and # more queue", other: "and # more queues" }),

  controls: "Display",
  voiceOn: "Announce calls",
  voiceOff: "Stop announcing",
  tapForVoice: "Tap once to hear calls",
  noVoice: "This screen has no voice, only the chime",
  light: "Light Mode",
  dark: "Dark Mode",
  fullScreen: "Full screen",

  /** Spoken aloud, so in words; `ticket` is spelled. */
  spoken: (ticket: string) => `Number ${ticket}, please come to the counter.`,
  spokenAt: (ticket: string, place: string) =>
    `Number ${ticket}, ${place}, please come to the counter.`,
  /** To a named chair, and who works there. */
  spokenTo: (ticket: string, chair: string, person: string | null) =>
    person === null
      ? `Number ${ticket}, to ${chair}, please.`
      : `Number ${ticket}, to ${chair} with ${person}, please.`,
  voiceStarts: "Calls will now be announced.",
});
