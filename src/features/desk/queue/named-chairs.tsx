/** The named chairs: who works at each, its duty, and calls to it (product.md CH2 to CH6). */
import { useConvex } from "convex/react";
import {
  BellRing,
  Coffee,
  ListChecks,
  LogIn,
  LogOut,
  PowerOff,
  UserCheck,
} from "lucide-react";
import { api } from "../../../../convex/_generated/api";
import type { OwnerRefusal } from "../../../../convex/base/rules/refusals";
import type { Duty } from "../../../../convex/queue/rules/chairState";
import { useMay } from "../../../lib/account/role";
import { useFreshness } from "../../../lib/server/connection";
import { newRequestKey } from "../../../lib/server/request-key";
import { whyNot, type Answer } from "../../../lib/server/use-call";
import { timeOf } from "../../../lib/time/format";
import { dashboard } from "../../../strings/dashboard";
import { desk as windows } from "../../../strings/desk";
import * as refusals from "../../../strings/refusals/owner";
import { Button } from "../../../ui/button";
import { FormError } from "../../../ui/fields/form-error";
import { OfflineBanner } from "../../../ui/live";
import { Menu } from "../../../ui/menu";
import { Dialog } from "../../../ui/windows/dialog";
import type { Chairs, Counter } from "../counter-view";
import type { WindowProps } from "../types";
import { useRefusal } from "../use-refusal";

const { chairs: strings } = windows;
const { desk: words } = dashboard;

type Chair = Chairs["chairs"][number];

/** Minutes. */
const BREAKS = [15, 30, 60] as const;

export function NamedChairs(props: WindowProps & { named: Chairs }) {
  const { counter, desk, shop, onManageQueues, onClose } = props;
  const { word, chairs } = props.named;
  const [refusal, refuse] = useRefusal();
  const mayManage = useMay("manageShop");
  const { live } = useFreshness();
  const worksHere = chairs.some(({ isMine }) => isMine);
  return (
    <Dialog onClose={onClose} title={strings.title[word]}>
      <div className="overflow-y-auto px-4 pb-5 md:px-6">
        <FormError message={refusal} />
        {!live && <OfflineBanner />}
        <ul className="divide-y divide-line">
          {chairs.map((chair) => (
            <Row
              key={chair.chairId}
              chair={chair}
              timeZone={shop.timezone}
              onRefusal={refuse}
              // With a chair, Call Next calls to it.
              onCall={
                worksHere
                  ? null
                  : () => {
                      onClose();
                      desk.callTo(chair.chairId, nextAt(counter, chair));
                    }
              }
            />
          ))}
        </ul>
        {mayManage && (
          <Button
            variant="link"
            icon={ListChecks}
            className="-ml-4"
            onClick={() => {
              onClose();
              onManageQueues();
            }}
          >
            {strings.setUp}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Row(props: {
  chair: Chair;
  timeZone: string;
  onRefusal: (refusal: string | null) => void;
  onCall: (() => void) | null;
}) {
  const { chair, timeZone, onRefusal, onCall } = props;
  const { chairId, name, isMine } = chair;
  const convex = useConvex();
  const { live } = useFreshness();
  const { take, leave, turn } = api.desk.chairs;
  const about = () => ({ chairId, requestKey: newRequestKey() });
  const send = async (call: () => Promise<Answer<OwnerRefusal>>) => {
    if (!live) return;
    onRefusal(null);
    onRefusal(await whyNot(refusals, words.failed, call));
  };
  const turnTo = (to: Duty, minutes?: number) => () =>
    void send(() =>
      convex.mutation(turn, {
        ...{ ...about(), to },
        ...(minutes !== undefined && { minutes }),
      }),
    );
  const goOn = { label: strings.on, icon: UserCheck, onSelect: turnTo("on") };
  const off = { label: strings.off, icon: PowerOff, onSelect: turnTo("off") };
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-[1_1_9rem]">
        <p className="truncate text-left text-lg font-bold" dir="auto">
          {name}
        </p>
        <p className="text-sm wrap-anywhere text-ink-2 tab">
          <Worker chair={chair} />
          {stateOf(chair, timeZone)}
        </p>
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-1">
        {onCall !== null && chair.queueIds.length > 0 && (
          <Button
            icon={BellRing}
            className="acts px-3"
            disabled={!live}
            aria-label={words.actionOn(strings.callNext, name)}
            onClick={onCall}
          >
            {strings.callNext}
          </Button>
        )}
        <Button
          icon={isMine ? LogOut : LogIn}
          className="acts px-3"
          disabled={!live}
          aria-label={words.actionOn(
            isMine ? strings.leave : strings.take,
            name,
          )}
          onClick={() =>
            void send(() => convex.mutation(isMine ? leave : take, about()))
          }
        >
          {isMine ? strings.leave : strings.take}
        </Button>
        <Menu
          label={words.moreFor(name)}
          title={name}
          className="acts"
          disabled={!live}
          items={[
            ...(chair.duty === "on" ? [] : [goOn]),
            ...BREAKS.map((minutes) => ({
              label: strings.takeBreak(minutes),
              icon: Coffee,
              onSelect: turnTo("break", minutes),
            })),
            ...(chair.duty === "off" ? [] : [off]),
          ]}
        />
      </div>
    </li>
  );
}

function Worker({ chair: { isMine, isTaken, person } }: { chair: Chair }) {
  if (!isTaken) return null;
  return (
    <>
      <bdi>{isMine ? strings.you : (person ?? strings.somebody)}</bdi>
      {" · "}
    </>
  );
}

function stateOf({ duty, until }: Chair, timeZone: string): string {
  if (duty !== "break") return strings[duty];
  return strings.onBreak(timeOf(until ?? 0, timeZone));
}

/** The person a call to this chair will probably take; none while the counter does not show all its queues. */
function nextAt({ boards, waiting }: Counter, { queueIds }: Chair) {
  const [queueId = ""] = queueIds;
  const unsure = { queueId, letter: null, ticketId: null, number: null };
  const known = boards.filter((board) => queueIds.includes(board.queueId));
  if (known.length < queueIds.length) return unsure;
  const open = known.filter(({ pause }) => pause === null);
  const isOpen = (at: string) => open.some((board) => board.queueId === at);
  return waiting.find((person) => isOpen(person.queueId)) ?? unsure;
}
