/** People who have been called or are being served, with what comes next for them. */
import { BellRing, Check, Trash2, Undo2, UserCheck, UserX } from "lucide-react";
import { countdown, elapsed } from "../../lib/format";
import { useNow } from "../../lib/use-now";
import { dashboard } from "../../texts/dashboard";
import { Button } from "../../ui/button";
import { Menu, type MenuItem } from "../../ui/menu";
import { Num } from "../../ui/num";
import { StateBadge } from "./state-badge";
import { nameOf, type Person } from "./types";
import type { Desk } from "./use-desk";

const { desk: texts } = dashboard;

type Props = { person: Person; desk: Desk };

/** "0:48 ago · held 4:12", "on the way", or how long the service has taken. */
function useSince(person: Person): string {
  const now = useNow("second");
  if (person.status === "serving") {
    return texts.servedFor(elapsed(person.servingAt ?? now, now));
  }
  const ago = texts.calledAgo(elapsed(person.calledAt ?? now, now));
  if (person.acknowledged) return texts.onTheWay(ago);
  if (person.graceEndsAt === null) return ago;
  // A clock a moment behind the call's own would show more than there is.
  const left = person.graceEndsAt - Math.max(now, person.calledAt ?? now);
  return texts.held(ago, countdown(left));
}

function menuOf({ person, desk }: Props): MenuItem[] {
  const item = (
    kind: Parameters<Desk["move"]>[0],
    label: string,
    icon: MenuItem["icon"],
    danger = false,
  ): MenuItem => ({
    label,
    icon,
    danger,
    onSelect: () => desk.move(kind, person),
  });
  const remove = item("remove", texts.remove, Trash2, true);
  if (person.status === "serving") return [remove];
  return [
    item("recall", texts.recall, BellRing),
    item("returnToQueue", texts.returnToQueue, Undo2),
    item("done", texts.markDone, Check),
    remove,
  ];
}

/** Two buttons with pictures leave no room for the name below this width. */
const roomy = "max-[90rem]:[&_svg]:hidden";

/** One row of the desk card on wide screens. */
export function CalledRow({ person, desk }: Props) {
  const since = useSince(person);
  const serving = person.status === "serving";
  const tag = `#${person.number}`;
  return (
    <li className="flex arrive items-center gap-3 border-b border-line py-3.5 last:border-b-0 xl:gap-4">
      <p className="min-w-20 shrink-0 text-num-l">
        <Num value={person.number} hash />
      </p>
      <div className="min-w-0 flex-1">
        <p
          className="truncate text-left text-lg font-bold"
          dir="auto"
          title={nameOf(person)}
        >
          {nameOf(person)}
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <StateBadge serving={serving} />
          <span className="text-sm font-medium whitespace-nowrap text-ink-2 tab">
            {since}
          </span>
        </div>
      </div>
      {serving ? (
        <Button
          size="lg"
          icon={Check}
          aria-label={`${texts.markDone} ${tag}`}
          onClick={() => desk.move("done", person)}
        >
          {texts.markDone}
        </Button>
      ) : (
        <>
          <Button
            size="lg"
            icon={UserCheck}
            className={roomy}
            aria-label={`${texts.serve} ${tag}`}
            onClick={() => desk.move("serve", person)}
          >
            {texts.serve}
          </Button>
          <Button
            size="lg"
            icon={UserX}
            className={roomy}
            aria-label={`${texts.noShow} ${tag}`}
            onClick={() => desk.move("noShow", person)}
          >
            {texts.noShow}
          </Button>
        </>
      )}
      <Menu
        label={texts.more(person.number)}
        items={menuOf({ person, desk })}
      />
    </li>
  );
}

/** From 320 px on, two buttons and the menu stand in one row. */
const narrow = "gap-2 px-2 whitespace-nowrap max-[22.5rem]:[&_svg]:hidden";

/** One card of the phone's queue tab. */
export function CalledCard({ person, desk }: Props) {
  const since = useSince(person);
  const serving = person.status === "serving";
  const tag = `#${person.number}`;
  return (
    <li className="arrive rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <StateBadge serving={serving} />
        <span className="text-sm font-semibold text-ink-2 tab">{since}</span>
      </div>
      <div className="mt-2 flex items-center gap-4">
        <p className="shrink-0 text-[3.75rem] leading-none">
          <Num value={person.number} hash />
        </p>
        <p
          className="line-clamp-2 min-w-0 text-left text-base leading-snug font-bold wrap-anywhere"
          dir="auto"
        >
          {nameOf(person)}
        </p>
      </div>
      <div className="mt-3.5 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-2">
        {serving ? (
          <Button
            size="xl"
            icon={Check}
            className="col-span-2"
            aria-label={`${texts.markDone} ${tag}`}
            onClick={() => desk.move("done", person)}
          >
            {texts.markDone}
          </Button>
        ) : (
          <>
            <Button
              size="xl"
              icon={UserCheck}
              className={narrow}
              aria-label={`${texts.serve} ${tag}`}
              onClick={() => desk.move("serve", person)}
            >
              {texts.serve}
            </Button>
            <Button
              size="xl"
              icon={UserX}
              className={narrow}
              aria-label={`${texts.noShow} ${tag}`}
              onClick={() => desk.move("noShow", person)}
            >
              {texts.noShow}
            </Button>
          </>
        )}
        <Menu
          label={texts.more(person.number)}
          items={menuOf({ person, desk })}
          bordered
          className="h-16 w-14"
        />
      </div>
    </li>
  );
}
