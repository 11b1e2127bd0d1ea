/** The feed, a secret address of the shop's bookings: made, shown once, replaced, ended (product.md K5). */
import { useMutation, useQuery } from "convex/react";
import { CalendarPlus, RefreshCw, Unlink } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { useFreshness } from "../../lib/server/connection";
import { whyNot } from "../../lib/server/use-call";
import { dayOf } from "../../lib/time/format";
import { newSecret } from "../../lib/new-secret";
import { feed as strings } from "../../strings/calendar";
import * as words from "../../strings/refusals/connection";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ShownOnce } from "../../ui/fields/copy-field";
import { Confirm } from "../../ui/windows/confirm";
import { Bone, Skeleton } from "../../ui/skeleton";
import { showError, showSuccess } from "../../ui/toast";

type Asking = "renew" | "stop" | null;

export default function FeedCard(props: {
  timeZone: string;
  confirmFirst: ReactNode;
}) {
  const { timeZone, confirmFirst } = props;
  const current = useQuery(api.calendar.feed.current, {});
  const make = useMutation(api.calendar.feed.make);
  const remove = useMutation(api.calendar.feed.remove);
  const { live } = useFreshness();
  // Only this page knows it, until it is left.
  const [secret, setSecret] = useState<string | null>(null);
  const [asking, setAsking] = useState<Asking>(null);
  const [busy, setBusy] = useState(false);

  const renew = () => {
    const made = newSecret();
    return whyNot(
      words,
      strings.failed,
      () => make({ secret: made }),
      () => setSecret(made),
    );
  };
  const show = async () => {
    setBusy(true);
    const why = await renew();
    setBusy(false);
    if (why !== null) showError(why);
  };
  const stop = () =>
    whyNot(
      words,
      strings.failed,
      () => remove({}),
      () => {
        setSecret(null);
        showSuccess(strings.stopped);
      },
    );

  if (current === undefined) {
    return (
      <Card title={strings.title}>
        <Skeleton label={strings.loading} className="mt-3 grid gap-3">
          <Bone className="h-5" />
          <Bone className="h-12 w-48" />
        </Skeleton>
      </Card>
    );
  }
  const { madeAt, url } = current;
  return (
    <Card title={strings.title}>
      <p className="mt-1 max-w-prose text-ink-2">{strings.about}</p>
      {secret !== null && madeAt !== null ? (
        <div className="mt-4">
          <ShownOnce address={url + secret} words={strings} />
        </div>
      ) : (
        <p className="mt-3 max-w-prose text-ink-2">
          {madeAt === null
            ? strings.none
            : `${strings.madeAt(dayOf(madeAt, timeZone))} ${strings.hidden}`}
        </p>
      )}
      {madeAt === null ? (
        (confirmFirst ?? (
          <Button
            size="field"
            className="mt-4"
            icon={CalendarPlus}
            busy={busy}
            busyText={strings.showing}
            disabled={!live}
            onClick={() => void show()}
          >
            {strings.show}
          </Button>
        ))
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button
            size="field"
            icon={RefreshCw}
            disabled={!live}
            onClick={() => setAsking("renew")}
          >
            {strings.renew}
          </Button>
          <Button
            variant="outlineDanger"
            size="field"
            icon={Unlink}
            disabled={!live}
            onClick={() => setAsking("stop")}
          >
            {strings.stop}
          </Button>
        </div>
      )}
      <Confirm
        open={asking !== null}
        title={asking === "stop" ? strings.stopTitle : strings.renewTitle}
        question={
          asking === "stop" ? strings.stopQuestion : strings.renewQuestion
        }
        verb={asking === "stop" ? strings.stop : strings.renew}
        onConfirm={() => (asking === "stop" ? stop() : renew())}
        onCancel={() => setAsking(null)}
      />
    </Card>
  );
}
