/** What asks for a decision, as the first rows of the list: suspicious joins, and people who say nobody served them. */
import { CircleHelp, Users, type LucideIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import { number } from "../../../strings/language/intl";
import { longMinutes } from "../../../lib/time/format";
import { dashboard } from "../../../strings/dashboard";
import { desk as windows } from "../../../strings/desk";
import { Button } from "../../../ui/button";
import { passFocus } from "../../../ui/pass-focus";
import type { Counter } from "../counter-view";
import { whoIs } from "../types";
import type { Desk } from "../use-desk";

const { desk: strings } = dashboard;
const { notices: words } = windows;

/** More are not counted. */
const COUNTED = 100;
const MINUTE_MS = 60_000;
const SHOWN = 2;

export default function Notices(props: { counter: Counter; desk: Desk }) {
  const [all, setAll] = useState(false);
  const notices = noticesOf(props);
  const shown = all ? notices : notices.slice(0, SHOWN);
  const hidden = notices.length - shown.length;
  return (
    <>
      {shown}
      {hidden > 0 && (
        <Button
          ref={passFocus}
          variant="ghost"
          className="w-full"
          onClick={() => setAll(true)}
        >
          {words.more(hidden)}
        </Button>
      )}
    </>
  );
}

function noticesOf({ counter, desk }: { counter: Counter; desk: Desk }) {
  const crowds = counter.boards.flatMap(({ crowds: found }) =>
    found.map((crowd) => {
      const { crowdId, waiting, firstAt, lastAt } = crowd;
      const people =
        waiting > COUNTED ? words.moreThan(COUNTED) : number(waiting);
      return (
        <Notice
          key={crowdId}
          icon={Users}
          text={crowdText(people, firstAt, lastAt)}
        >
          <Button
            ref={passFocus}
            variant="outlineDanger"
            onClick={() => void desk.decide("removeCrowd", crowd)}
          >
            {words.skipCrowd(waiting > COUNTED ? "" : people).trim()}
          </Button>
          <Button
            ref={passFocus}
            onClick={() => void desk.decide("keepCrowd", crowd)}
          >
            {words.keepCrowd}
          </Button>
        </Notice>
      );
    }),
  );
  const people = counter.boards.flatMap(({ notServed }) =>
    notServed.map((person) => (
      <Notice
        key={person.ticketId}
        icon={CircleHelp}
        text={words.saysNotServed(whoIs(person))}
      >
        {person.canBringBack && (
          <Button
            ref={passFocus}
            aria-label={words.frontOne(whoIs(person))}
            onClick={() => desk.move("bringBack", person)}
          >
            {strings.moveToFront}
          </Button>
        )}
        <Button
          ref={passFocus}
          aria-label={words.dismissOne(whoIs(person))}
          onClick={() => desk.move("dismiss", person)}
        >
          {strings.dismiss}
        </Button>
      </Notice>
    )),
  );
  return [...crowds, ...people];
}

function Notice(props: {
  icon: LucideIcon;
  text: string;
  children: ReactNode;
}) {
  const { icon: Icon, text, children } = props;
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line bg-warn-soft py-2 pr-2 pl-4 font-semibold text-warn-text">
      <Icon className="size-5 shrink-0" />
      <p className="flex-[99_1_12rem] leading-5">{text}</p>
      <div className="flex max-w-full flex-[1_0_auto] flex-wrap justify-end gap-2 *:max-sm:flex-1">
        {children}
      </div>
    </div>
  );
}

/** "23 people joined from one connection in 4 min." */
function crowdText(people: string, firstAt: number, lastAt: number): string {
  const minutes = Math.max(1, Math.ceil((lastAt - firstAt) / MINUTE_MS));
  return words.crowd(people, longMinutes(minutes));
}
