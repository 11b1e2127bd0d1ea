/** How a called person was alerted: 'phone rang · push delivered', with failures. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { cn } from "../../../lib/cn";
import { messages } from "../../../strings/messages";
import type { Person } from "../types";

const { told: strings } = messages;

type Alerts = FunctionReturnType<typeof api.messages.alerts.ofQueue>;
/** Of all people called in a queue; undefined while it loads. */
export type Told = Alerts | Error | undefined;
type Step = Alerts[number]["steps"][number];

export type AlertLineProps = {
  told: Told;
  ticketId: Person["ticketId"];
};

export default function AlertLine({ told, ticketId }: AlertLineProps) {
  // Calls work without them.
  const known = told instanceof Error ? [] : told;
  const { steps = [] } = known?.find((one) => one.ticketId === ticketId) ?? {};
  const inOrder = steps.toSorted((a, b) => rank(a) - rank(b));
  const parts = inOrder.flatMap((step) => {
    const words = wordsOf(step);
    return words === null ? [] : [{ words, bad: hasReason(step.state) }];
  });
  if (parts.length === 0) return null;
  return (
    // At the start of a line, the row cuts the dot off.
    <p className="relative -ml-3 pl-3 before:absolute before:left-1 before:content-['·']">
      <span className="sr-only">{strings.by} </span>
      {parts.map(({ words, bad }, index) => (
        <span key={words} className={cn(bad && "text-danger-text")}>
          {index > 0 && " · "}
          {words}
        </span>
      ))}
    </p>
  );
}

/** Sorts the channels by escalation step, including a page that the push opened. */
const CHANNELS = ["page", "push", "text", "mail"];
const rank = ({ channel }: Step) => CHANNELS.indexOf(channel);

function wordsOf({ channel, state, reason }: Step): string | null {
  const ofChannel: Partial<Record<Step["state"], string>> = strings[channel];
  const words = ofChannel[state] ?? null;
  const why = hasReason(state) ? reasonOf(channel, reason) : null;
  return words === null || why === null ? words : strings.because(words, why);
}

function hasReason(state: Step["state"]): boolean {
  return state === "failed" || state === "skipped";
}

/** A text's own words come first: 'unreachable' means a phone there, and a server elsewhere. */
function reasonOf(
  channel: Step["channel"],
  reason: Step["reason"],
): string | null {
  if (reason === null) return null;
  const known: Readonly<Record<string, string>> = strings.reasons;
  const ofTexts: Readonly<Record<string, { why: string }>> = messages.reasons;
  const why = channel === "text" ? ofTexts[reason]?.why : undefined;
  return why ?? known[reason] ?? null;
}
