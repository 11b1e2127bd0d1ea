/** 'Ring my phone even when it is locked': asked for with a tap, beside what for (product.md AL7). */
import { BellPlus, BellRing } from "lucide-react";
import { useMutation, useQuery } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { ticket } from "../../texts/ticket";
import { Button } from "../../ui/button";
import {
  isPushOff,
  pushAbility,
  subscribeBrowser,
  unsubscribeBrowser,
} from "./push";

const note = "mt-3 flex items-start gap-3 text-base text-ink-2";

/** Nothing where a tap could change nothing, and where the server pushes to nobody. */
export default function PushOffer({ secret }: { secret: string }) {
  const key = useQuery(api.alerts.pushKey, {});
  if (!key) return null;
  const ability = pushAbility();
  if (ability === "missing") return null;
  if (ability === "homeScreen") {
    return <p className={note}>{ticket.push.homeScreen}</p>;
  }
  return <Offer secret={secret} publicKey={key.publicKey} />;
}

type State = "ask" | "busy" | "on" | "denied" | "failed";

function Offer({ secret, publicKey }: { secret: string; publicKey: string }) {
  const subscribe = useMutation(api.alerts.subscribePush);
  const unsubscribe = useMutation(api.alerts.unsubscribePush);
  const [state, setState] = useState<State>(firstState);

  useEffect(() => {
    // Allowed before, on this phone: nobody is asked twice.
    if (state !== "busy") return;
    let isHere = true;
    const settle = (next: State) => {
      if (isHere) setState(next);
    };
    subscribeBrowser(publicKey)
      .then((subscription) => subscribe({ secret, ...subscription }))
      .then(
        ({ ok }) => settle(ok ? "on" : "failed"),
        () =>
          settle(Notification.permission === "denied" ? "denied" : "failed"),
      );
    return () => {
      isHere = false;
    };
  }, [state, secret, publicKey, subscribe]);

  const stop = async () => {
    setState("ask");
    const endpoint = await unsubscribeBrowser();
    if (endpoint !== null) await unsubscribe({ secret, endpoint });
  };

  if (state === "denied") return <p className={note}>{ticket.push.denied}</p>;
  if (state === "on") {
    return (
      <div className={note}>
        <BellRing
          className="mt-0.5 size-5 shrink-0 text-brand-text"
          aria-hidden="true"
        />
        <p>
          {ticket.push.on}{" "}
          <button
            type="button"
            onClick={() => void stop().catch(() => undefined)}
            className="min-h-11 rounded-md font-semibold text-brand-text underline underline-offset-4"
          >
            {ticket.push.stop}
          </button>
        </p>
      </div>
    );
  }
  return (
    <div className="mt-4 grid gap-2">
      <Button
        variant="soft"
        size="lg"
        icon={BellPlus}
        busy={state === "busy"}
        onClick={() => setState("busy")}
      >
        {ticket.push.ring}
      </Button>
      <p className="text-sm text-ink-2" role="status">
        {state === "failed" ? ticket.push.failed : ticket.push.why}
      </p>
    </div>
  );
}

function firstState(): State {
  if (Notification.permission === "denied") return "denied";
  const isAllowed = Notification.permission === "granted" && !isPushOff();
  return isAllowed ? "busy" : "ask";
}
