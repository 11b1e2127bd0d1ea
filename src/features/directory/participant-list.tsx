/** The people of a queue, or of all queues of a business: a search by name, a status, and a card each. */
import { useQuery, useMutation } from "convex/react";
import { useState } from "react";
import { MAX_NAME } from "../../../convex/base/rules/names";
import { ROOMY_WIDTH, useMedia } from "../../lib/use-media";
import { usePages } from "../../lib/server/use-pages";
import { useSettled } from "../../lib/use-settled";
import { directory } from "../../strings/admin/directory";
import { isolated } from "../../strings/language/intl";
import { Button } from "../../ui/button";
import { CardBoundary } from "../../ui/card-boundary";
import { Pager } from "../../ui/pager";
import { SearchField } from "../../ui/fields/search-field";
import { Select } from "../../ui/fields/select";
import { Bones, Skeleton } from "../../ui/skeleton";
import { api } from "../../../convex/_generated/api";
import { ParticipantCard, ParticipantTable } from "./participant-card";
import type { Participant } from "./types";
import { shownOf } from "./words";
import { Eye } from "lucide-react";
import { passFocus } from "../../ui/pass-focus";
import { showError } from "../../ui/toast";
import { useCall } from "../../lib/server/use-call";
import * as words from "./refusals";

const { participants: strings } = directory;

export type Whose = { queueId: string | null; businessId: string | null };

type Filter = "active" | "all" | Participant["status"];

const states = Object.entries(strings.states) as [
  Participant["status"],
  string,
][];
const statuses: readonly { value: Filter; label: string }[] = [
  { value: "active", label: strings.active },
  ...states.map(([value, label]) => ({ value, label })),
  { value: "all", label: strings.all },
];

export function ParticipantList(props: {
  whose: Whose;
  businessId: string;
  timeZone: string;
}) {
  const { whose, businessId, timeZone } = props;
  const [text, setText] = useState("");
  const [status, setStatus] = useState<Filter>("active");
  return (
    <>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <SearchField
          label={strings.search}
          placeholder={strings.searchHint}
          value={text}
          onChange={setText}
          most={MAX_NAME}
          className="sm:w-96 sm:max-w-full"
        />
        <Select
          label={strings.status}
          hideLabel
          value={status}
          options={statuses}
          onPick={setStatus}
          className="sm:w-56"
        />
      </div>
      <CardBoundary text={strings.failed}>
        <Found
          whose={whose}
          businessId={businessId}
          timeZone={timeZone}
          text={text}
          status={status}
          clear={() => setText("")}
        />
      </CardBoundary>
    </>
  );
}

function Found(props: {
  whose: Whose;
  businessId: string;
  timeZone: string;
  text: string;
  status: Filter;
  clear: () => void;
}) {
  const { whose, businessId, timeZone, text, status, clear } = props;
  const typed = text.trim();
  const sought = useSettled(typed);
  const pages = usePages(api.admin.directory.participants, {
    ...whose,
    status,
    text: sought,
  });
  const { rows } = pages;
  const isWide = useMedia(ROOMY_WIDTH);
  const stale = pages.stale || sought !== typed;
  const withQueue = whose.queueId === null;
  if (rows === undefined) {
    return <ParticipantSkeleton />;
  }
  return (
    <>
      {rows.length === 0 && (
        <div className="grid justify-items-center gap-3 rounded-lg border border-line bg-surface px-4 py-12 text-center">
          <p className="text-lg font-bold wrap-anywhere">
            {sayNobody(pages.isLast, status, sought)}
          </p>
          {!pages.isLast && pages.next && (
            <Button onClick={pages.next}>{directory.lookFurther}</Button>
          )}
          {pages.isLast && sought !== "" && (
            <Button onClick={clear}>{directory.clear}</Button>
          )}
        </div>
      )}
      {rows.some(({ isMasked }) => isMasked) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <ShowPhones businessId={businessId} />
          <p className="text-sm text-ink-2">{strings.phonesMean}</p>
        </div>
      )}
      {rows.length > 0 && isWide && (
        <ParticipantTable people={rows} {...{ stale, withQueue, timeZone }} />
      )}
      {!isWide && (
        <ul aria-busy={stale || undefined} className={GRID}>
          {rows.map((person) => (
            <ParticipantCard
              key={person.ticketId}
              {...{ person, withQueue, timeZone }}
            />
          ))}
        </ul>
      )}
      <Pager
        shown={shownOf(pages.before, rows.length, null)}
        previous={pages.previous}
        next={pages.next}
        words={directory}
      />
    </>
  );
}

function sayNobody(isLast: boolean, status: Filter, sought: string): string {
  if (!isLast) return strings.noneHere;
  if (sought !== "") return strings.noMatch(isolated(sought));
  if (status === "all") return strings.noneYet;
  return status === "active" ? strings.none : strings.noneWith;
}

/** undefined while it loads, null if it does not exist. @throws what the query throws */
export function useQueue(queueId: string) {
  return useQuery(api.admin.directory.queue, { queueId });
}

export function ParticipantSkeleton() {
  return (
    <Skeleton label={strings.loading} className={GRID}>
      <Bones count={6} className="h-52 rounded-lg" />
    </Skeleton>
  );
}

const GRID =
  "grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4";

/** 'Show phone numbers': shows an admin the numbers of a business's people for an hour. The audit log records it. */
function ShowPhones({ businessId }: { businessId: string }) {
  const show = useMutation(api.admin.directory.showPhones);
  const { busy, send } = useCall(words, strings.phonesFailed, showError);
  return (
    <Button
      // The button disappears once they are shown.
      ref={passFocus}
      size="field"
      icon={Eye}
      busy={busy}
      onClick={() => void send(() => show({ businessId }))}
    >
      {strings.showPhones}
    </Button>
  );
}
