/** 'Google Calendar' on the dashboard: connect, state, disconnect (product.md K2). */
import { useMutation, useQuery, useAction } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { CalendarPlus, CircleAlert, TriangleAlert, Unlink } from "lucide-react";
import { useEffect, type ReactNode, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useFreshness } from "../../lib/server/connection";
import { dayOf, timeOf } from "../../lib/time/format";
import { useNow } from "../../lib/time/use-now";
import { calendar as strings } from "../../strings/calendar";
import { everyone } from "../../strings/everyone";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Bone, Skeleton } from "../../ui/skeleton";
import { leaveFor, onReturn } from "../../lib/address/leave-for";
import { errorText, refusalText } from "../../strings/refusals/connection";
import { showError, showSuccess } from "../../ui/toast";
import { noteAttempt, useFailedAttempt } from "./attempt";
import { Confirm } from "../../ui/windows/confirm";

export type CalendarStatus = FunctionReturnType<
  typeof api.calendar.connection.status
>;
type Props = {
  timeZone: string;
  confirmFirst: ReactNode;
};

export default function CalendarCard(props: Props) {
  const status = useQuery(api.calendar.connection.status, {});
  return (
    <Card title={strings.title}>
      {status === undefined && (
        <Skeleton label={strings.loading} className="mt-3 grid gap-4">
          <Bone className="h-5" />
          <Bone className="h-12 w-56" />
        </Skeleton>
      )}
      {status?.state === "off" && (
        <p className="mt-1 text-ink-2">{strings.off}</p>
      )}
      {status?.state === "disconnected" && <Disconnected {...props} />}
      {(status?.state === "connected" || status?.state === "expired") && (
        <Connected {...props} status={status} />
      )}
    </Card>
  );
}

function Disconnected({ confirmFirst }: Props) {
  const { connect, busy, error } = useConnect();
  const { live } = useFreshness();
  return (
    <>
      <p className="mt-3 font-medium">{strings.intro}</p>
      <p className="mt-1 max-w-prose text-ink-2">{strings.about}</p>
      <Failed message={error} />
      {confirmFirst ?? (
        <Button
          variant="primary"
          size="field"
          icon={CalendarPlus}
          className="mt-4"
          busy={busy}
          busyText={strings.connecting}
          disabled={!live}
          onClick={connect}
        >
          {strings.connect}
        </Button>
      )}
    </>
  );
}

function Connected({ status, timeZone }: Props & { status: CalendarStatus }) {
  const { email, state, connectedAt, busyAsOf } = status;
  const { connect, busy, error } = useConnect();
  const { live } = useFreshness();
  const look = useMutation(api.calendar.connection.look);
  const now = useNow("minute");
  const isExpired = state === "expired";
  useEffect(() => {
    if (!isExpired) void look({}).catch(() => undefined);
  }, [look, isExpired]);
  return (
    <>
      <p className="mt-3 wrap-anywhere">
        {strings.connectedAs} <bdi className="font-semibold">{email}</bdi>
      </p>
      <p className="mt-1 text-ink-2 tab">
        {connectedAt !== null &&
          `${strings.since(dayOf(connectedAt, timeZone))} `}
        {busyAsOf === null
          ? !isExpired && strings.busyComing
          : strings.busyAsOf(asOf(busyAsOf, now, timeZone))}
      </p>
      <Trouble status={status} />
      <Failed message={error} />
      <div className="mt-4 flex flex-wrap gap-3">
        {isExpired && (
          <Button
            variant="primary"
            size="field"
            icon={CalendarPlus}
            busy={busy}
            busyText={strings.connecting}
            disabled={!live}
            onClick={connect}
          >
            {strings.connectAgain}
          </Button>
        )}
        <Disconnect disabled={!live} />
      </div>
    </>
  );
}

/** Why connecting or disconnecting failed, beside the button. It takes no focus, because it may already be there. */
function Failed({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <Banner tone="danger" icon={CircleAlert} className="mt-4">
      <span className="sr-only">{everyone.errorMark} </span>
      {message}
    </Banner>
  );
}

/** Always rendered, so that screen readers announce a problem when it occurs. */
function Trouble({ status: { state, trouble } }: { status: CalendarStatus }) {
  const message =
    state === "expired"
      ? strings.expired
      : trouble === null
        ? null
        : strings[trouble];
  return (
    <div role="status">
      {message !== null && (
        <Banner
          tone="warn"
          icon={TriangleAlert}
          className="mt-4"
          spoken={false}
        >
          {message}
        </Banner>
      )}
    </div>
  );
}

function asOf(at: number, now: number, timeZone: string): string {
  const day = dayOf(at, timeZone);
  const time = timeOf(at, timeZone);
  return day === dayOf(now, timeZone) ? time : `${day}, ${time}`;
}

/** Leads to Google's page in this tab (back: finish-connecting.tsx). `error` is the reason why the last try failed, including one that went through Google. */
function useConnect() {
  const begin = useAction(api.calendar.connection.connect);
  const [busy, setBusy] = useState(false);
  const error = useFailedAttempt();
  useEffect(() => onReturn(() => setBusy(false)), []);

  const failed = (reason: string) => {
    setBusy(false);
    noteAttempt(reason);
    showError(strings.connectFailed);
  };
  const go = async () => {
    noteAttempt(null);
    setBusy(true);
    try {
      const answer = await begin({});
      // Busy until the browser has left.
      if (answer.ok) leaveFor(answer.url);
      else failed(refusalText(answer));
    } catch (reason) {
      failed(errorText(reason, strings.connectFailedHere));
    }
  };
  return { connect: () => void go(), busy, error };
}

/** 'Disconnect Calendar': asks first, because customers see the effect at once. */
function Disconnect({ disabled }: { disabled: boolean }) {
  const disconnect = useMutation(api.calendar.connection.disconnect);
  const [isAsking, setAsking] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  const doIt = async () => {
    setFailed(false);
    const done = await disconnect({}).then(
      () => true,
      () => false,
    );
    setFailed(!done);
    if (done) {
      noteAttempt(null);
      showSuccess(strings.disconnected);
    } else {
      showError(strings.disconnectFailed);
    }
    return null;
  };
  return (
    <>
      <Button
        variant="outlineDanger"
        size="field"
        icon={Unlink}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        {strings.disconnect}
      </Button>
      <div className="basis-full empty:hidden">
        <Failed message={hasFailed ? strings.disconnectFailedHere : null} />
      </div>
      <Confirm
        open={isAsking}
        title={strings.disconnectTitle}
        question={strings.disconnectQuestion}
        verb={strings.disconnect}
        busyText={strings.disconnecting}
        onConfirm={doIt}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
