/** The counter: who is at it, Call Next, and who waits. It fills its place. */
import { memo, useRef, useState, type ReactNode } from "react";
import { isSameRow } from "../../features/desk/people/rows";
import { AtCounter, useAsked } from "../../features/desk/people/called-row";
import { useKeptFocus } from "../../features/desk/people/use-kept-focus";
import {
  BookedColumn,
  LoadingList,
  WaitingList,
} from "../../features/desk/people/waiting-list";
import { CallNext, Skip } from "../../features/desk/call-next";
import type { Counter as View } from "../../features/desk/counter-view";
import { LastAction } from "../../features/desk/last-action";
import { Toolbar } from "../../features/desk/toolbar";
import { whoIs, type Person } from "../../features/desk/types";
import { useDeskKeys } from "../../features/desk/use-desk-keys";
import { QueueSelect } from "../../features/queues/queue-select";
import { minutesSince } from "../../lib/time/format";
import { SIDEBAR_WIDTH, useMedia } from "../../lib/use-media";
import { useNow } from "../../lib/time/use-now";
import { dashboard } from "../../strings/dashboard";
import { Button } from "../../ui/button";
import { CardBoundary } from "../../ui/card-boundary";
import { History } from "lucide-react";
import { NoQueues } from "./cards";
import { isLost, type WorkplaceProps } from "./types";
import { useCounter } from "./use-counter";

const { desk: strings } = dashboard;

export function Counter(props: WorkplaceProps) {
  return (
    <section aria-label={strings.counter} className="counter" id="counter">
      <CardBoundary
        key={props.selection}
        className=""
        frame={(failure) => <Failed {...props}>{failure}</Failed>}
      >
        {isLost(props) ? (
          <div className="p-4">{props.queuesFailed}</div>
        ) : (
          <Shown {...props} />
        )}
      </CardBoundary>
    </section>
  );
}

/** Another queue can be picked, and Call Next stays in its place. */
function Failed(props: WorkplaceProps & { children: ReactNode }) {
  const { queues, selection, onSelect, children } = props;
  return (
    <div className="counter-grid">
      <div className="desk-tools flex min-w-0 items-center">
        <QueueSelect {...{ queues, selection, onSelect }} />
      </div>
      <section className="desk-actions">
        <div className="desk-head" />
        <AtCounter counter={undefined} desk={null} hidden={null} />
        <div className="desk-dock">
          <div className="last-action" />
          <CallNext counter={undefined} desk={null} />
          <Skip counter={undefined} desk={null} />
        </div>
      </section>
      <section className="desk-list p-4">{children}</section>
    </div>
  );
}

function Shown(props: WorkplaceProps) {
  const { business, queues, freshness, newcomers, outbox, selection } = props;
  const { onlyMine, setOnlyMine } = props;
  const { counter, desk, waits } = useCounter(props);
  useKeptFocus(counter);
  const called = counter?.called ?? [];
  const mine = called.filter(({ calledByMe }) => calledByMe);
  const atCounter =
    onlyMine && counter ? { ...counter, called: mine } : counter;
  const ofOthers = called.length - mine.length;
  const wide = useMedia(SIDEBAR_WIDTH);
  const { live } = freshness;
  const [asked, setAsked] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const newest = (status: "called" | "serving") =>
    atCounter?.called.find((one) => one.status === status);
  const mark = (kind: "serve" | "done", status: "called" | "serving") => {
    const person = newest(status);
    if (person !== undefined) desk.move(kind, person);
  };
  useDeskKeys(
    {
      n: desk.callNext,
      s: desk.skip,
      h: () => mark("serve", "called"),
      d: () => mark("done", "serving"),
      u: desk.undoShown,
      "/": () => setAsked(asked ?? ""),
      "?": () => desk.open({ name: "shortcuts" }),
    },
    grid,
  );
  return (
    <div ref={grid} className="counter-grid">
      <Toolbar
        select={
          <QueueSelect
            queues={queues}
            selection={selection}
            onSelect={props.onSelect}
          />
        }
        shop={business}
        onManageQueues={props.onManageQueues}
        onNoQueue={props.onNoQueue}
        mine={
          onlyMine || ofOthers > 0
            ? { isOn: onlyMine, turn: () => setOnlyMine(!onlyMine) }
            : null
        }
        {...{ counter, desk, newcomers, live, wide }}
      />
      <section aria-labelledby="actions-title" className="desk-actions">
        <div className="desk-head">
          <h2 id="actions-title" className="text-lg font-bold">
            {strings.title}
          </h2>
          <Button
            variant="ghost"
            icon={History}
            onClick={() => desk.open({ name: "history" })}
          >
            {strings.today}
          </Button>
        </div>
        <AtCounter
          counter={atCounter}
          desk={desk}
          hidden={
            onlyMine && ofOthers > 0
              ? { count: ofOthers, show: () => setOnlyMine(false) }
              : null
          }
        />
        <div className="desk-dock">
          <LastAction
            timeZone={business.timezone}
            {...{ counter, desk, outbox, live }}
          />
          <CallNext counter={counter} desk={desk} />
          <Skip counter={counter} desk={desk} />
        </div>
      </section>
      <List {...{ props, counter, desk, waits, asked }} onAsk={setAsked} />
      {counter && (
        <BookedColumn
          counter={counter}
          desk={desk}
          timeZone={business.timezone}
        />
      )}
      <Announcements counter={counter} />
    </div>
  );
}

function List(
  given: Pick<ReturnType<typeof useCounter>, "counter" | "desk" | "waits"> & {
    props: WorkplaceProps;
    asked: string | null;
    onAsk: (asked: string | null) => void;
  },
) {
  const { props, counter, ...list } = given;
  if (counter === undefined) return <LoadingList />;
  if (props.selection === null) {
    return (
      <section className="desk-list">
        <NoQueues {...props} />
      </section>
    );
  }
  const { newcomers, business } = props;
  return <WaitingList {...list} {...{ counter, newcomers }} shop={business} />;
}

const MINUTE_MS = 60_000;

/** People who have not come, for screen readers: each once. */
function Announcements({ counter }: { counter: View | undefined }) {
  return (
    <ul aria-live="polite" className="sr-only">
      {useAsked(counter).map((person) => (
        <Late key={person.ticketId} person={person} />
      ))}
    </ul>
  );
}

/** The minutes stay as they were: a changed text would be read again. */
const Late = memo(function Late({ person }: { person: Person }) {
  const now = useNow("minute");
  const [when] = useState(() => {
    const since = person.calledAt ?? now;
    if (now - since < MINUTE_MS) return strings.justCalled;
    return strings.calledAgo(minutesSince(since, now));
  });
  return <li>{strings.hasNotCome(whoIs(person), when)}</li>;
}, isSameRow);
