/** The counter's first row: which queue, its chairs, pause or late, and the rest. */
import {
  Armchair,
  History,
  Keyboard,
  ListChecks,
  QrCode,
  RotateCcw,
  User,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Notice } from "../../../convex/business/rules/notice";
import { useMay } from "../../lib/account/role";
import { cn } from "../../lib/cn";
import { dashboard } from "../../strings/dashboard";
import { Button } from "../../ui/button";
import { Menu, type MenuItem } from "../../ui/menu";
import { namedChairs, type Counter } from "./counter-view";
import { lastWords } from "../../ui/last-words";
import { PauseOrLate, WARNS } from "./queue/pause-or-late";
import type { Newcomers } from "./types";
import type { Desk } from "./use-desk";

const { desk: strings, queues } = dashboard;

export function Toolbar(props: {
  /** The choice of the queue. */
  select: ReactNode;
  counter: Counter | undefined;
  desk: Desk;
  shop: { notice: Notice | null; timezone: string };
  newcomers: Newcomers;
  /** The choice to see only one's own people; null where there are no others. */
  mine: { isOn: boolean; turn: () => void } | null;
  live: boolean;
  wide: boolean;
  onManageQueues: () => void;
  onNoQueue: () => void;
}) {
  const { select, counter, desk, shop, newcomers, live, wide } = props;
  const { onManageQueues, onNoQueue } = props;
  const boards = counter?.boards ?? [];
  const one = counter?.isAll === false ? boards[0] : undefined;
  const named = counter && namedChairs(counter);
  const mine = named?.chairs.find(({ isMine }) => isMine);
  const count = named?.chairs.length ?? one?.chairs;
  const counted =
    count === undefined
      ? undefined
      : strings.chairs(count, counter?.chairs?.word);
  const chairs = mine?.name ?? counted;
  const person = mine?.person;
  const away = mine && mine.duty !== "on" ? strings.away[mine.duty] : null;
  const openChairs = () =>
    desk.open({ name: "chairs", queueId: one?.queueId ?? null });
  const manages = useMay("manageShop");
  const item = (is: boolean, found: MenuItem) => (is ? [found] : []);
  return (
    <div className="desk-tools flex min-w-0 items-center">
      {select}
      <span className="flex-1 max-sm:hidden" />
      {wide && chairs !== undefined && (
        <Button
          icon={Armchair}
          className={cn(
            "tool max-w-56 min-w-[6.5rem] text-left leading-5",
            away !== null && WARNS,
          )}
          onClick={openChairs}
        >
          <span className="min-w-0">
            {person && <bdi className="block truncate">{person}</bdi>}{" "}
            <span className={cn("flex", person && "text-sm font-normal")}>
              <bdi className="truncate">{chairs}</bdi>
              {away !== null && `\u00a0· ${away}`}
            </span>
          </span>
        </Button>
      )}
      <PauseOrLate {...{ boards, shop, wide }} />
      <Menu
        label={strings.more}
        className="tool icon"
        items={[
          ...item(!wide && chairs !== undefined, {
            label: [chairs, away].filter(Boolean).join(" · "),
            icon: Armchair,
            onSelect: openChairs,
          }),
          ...item(props.mine !== null, {
            label: props.mine?.isOn ? strings.showEveryone : strings.onlyMine,
            icon: User,
            onSelect: () => props.mine?.turn(),
          }),
          ...item(boards.length > 0, {
            label: strings.today,
            icon: History,
            onSelect: () => desk.open({ name: "history" }),
          }),
          ...item(manages, {
            label: queues.manage,
            icon: ListChecks,
            onSelect: onManageQueues,
          }),
          ...item(newcomers !== null, {
            label: strings.showCode,
            icon: QrCode,
            onSelect: () => newcomers?.showCode(),
          }),
          {
            label: strings.keyboard,
            icon: Keyboard,
            onSelect: () => desk.open({ name: "shortcuts" }),
          },
          ...item(manages, {
            label: strings.reset,
            icon: RotateCcw,
            danger: true,
            onSelect: () => {
              if (!live) return lastWords.refused(strings.notDone);
              if (one !== undefined) {
                return desk.open({ name: "reset", queueId: one.queueId });
              }
              lastWords.refused(strings.pickQueueToReset);
              onNoQueue();
            },
          }),
        ]}
      />
    </div>
  );
}
