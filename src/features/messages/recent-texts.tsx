/** 'Last sent': the newest texts, each with its state. */
import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { dayOf, timeOf } from "../../lib/time/format";
import { useNow } from "../../lib/time/use-now";
import { cn } from "../../lib/cn";
import { dayKey } from "../../../convex/base/rules/timezones";
import { messages } from "../../strings/messages";
import { Button } from "../../ui/button";
import { adviceText, looks, stateText } from "./states";
import type { SentText } from "./types";

const { recent: strings } = messages;

const FEW = 5;

export function RecentTexts({ timeZone }: { timeZone: string }) {
  const recent = useQuery(api.messages.sms.recent, {});
  const [all, setAll] = useState(false);
  const now = useNow("minute");
  if (recent === undefined) return null;
  const shown = all ? recent : recent.slice(0, FEW);
  return (
    <div className="mt-5 border-t border-line pt-4">
      <h3 className="font-semibold">{strings.title}</h3>
      {recent.length === 0 && <p className="mt-1 text-ink-2">{strings.none}</p>}
      <ul
        className={cn(
          "mt-1 divide-y divide-line",
          all && "max-h-100 overflow-y-auto",
        )}
        aria-label={strings.title}
        tabIndex={all ? 0 : undefined}
      >
        {shown.map((one) => (
          <Row key={one.smsId} text={one} now={now} timeZone={timeZone} />
        ))}
      </ul>
      {recent.length > FEW && (
        <Button
          variant="link"
          className="-ml-4"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? strings.showLess : strings.showAll(recent.length)}
        </Button>
      )}
    </div>
  );
}

function Row(props: { text: SentText; now: number; timeZone: string }) {
  const { text, now, timeZone } = props;
  const { icon: Icon, tone } = looks[text.state];
  const isToday = dayKey(text.at, timeZone) === dayKey(now, timeZone);
  const time = timeOf(text.at, timeZone);
  const advice = adviceText(text);
  return (
    <li className="py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="tab">
          {text.ticket === null
            ? text.toMasked
            : messages.ofTwo(text.ticket, text.toMasked)}
        </span>
        <span className="text-ink-2 tab">
          {isToday ? time : messages.ofTwo(dayOf(text.at, timeZone), time)}
        </span>
        <span
          className={cn("inline-flex items-center gap-1.5 font-semibold", tone)}
        >
          <Icon className="size-4 shrink-0" />
          {stateText(text)}
        </span>
      </div>
      <p className="truncate text-left text-ink-2" dir="auto" title={text.body}>
        {text.body}
      </p>
      {advice !== null && <p className="text-ink-2">{advice}</p>}
    </li>
  );
}
