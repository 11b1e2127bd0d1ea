/** 'Ring my phone even when it is locked': asks on a tap, beside the reason (product.md AL7). */
import { BellOff, BellPlus, BellRing, ChevronDown } from "lucide-react";
import { useMutation, useQuery } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { ticket } from "../../../strings/ticket";
import { Button } from "../../../ui/button";
import {
  isPushOff,
  isSubscribing,
  pushAbility,
  subscribeBrowser,
  unsubscribeBrowser,
} from "./push";

/** Empty where a tap changes nothing, and where the server sends no pushes. */
export default function PushOffer(props: {
  secret: string;
  onChange?: (isOn: boolean) => void;
}) {
  const { secret, onChange } = props;
  const key = useQuery(api.messages.alerts.pushKey, {});
  if (!key) return null;
  const ability = pushAbility();
  if (ability === "missing") return null;
  if (ability === "homeScreen") return <HomeScreen />;
  // Each ticket is subscribed for itself.
  return (
    <Offer key={secret} {...{ secret, onChange }} publicKey={key.publicKey} />
  );
}

/** An icon has its own storage, without this ticket, so it must open this address (joinManifest.ts). */
function HomeScreen() {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>(
      "[rel=manifest][href*='?b=']",
    );
    if (link === null) return;
    const { href } = link;
    link.href = `${href}&page`;
    return () => {
      link.href = href;
    };
  }, []);
  const { homeScreen, toHomeScreen } = ticket.push;
  return <Fold title={homeScreen}>{toHomeScreen}</Fold>;
}

/** One line, so that nothing below it leaves the screen; a press shows the rest. */
function Fold({ title, children }: { title: string; children: string }) {
  return (
    <details className="group mt-2 text-ink-2">
      <summary className="flex min-h-11 items-center gap-3 rounded-md">
        <BellOff className="size-5 shrink-0" />
        {title}
        <ChevronDown className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <p className="pl-8">{children}</p>
    </details>
  );
}

/** `denied`: before this page asked. `refused`: just now, so the button stays under the finger. */
type State = "ask" | "busy" | "on" | "denied" | "refused" | "failed";

function Offer(props: {
  secret: string;
  publicKey: string;
  onChange: ((isOn: boolean) => void) | undefined;
}) {
  const { secret, publicKey, onChange } = props;
  const subscribe = useMutation(api.messages.alerts.subscribePush);
  const unsubscribe = useMutation(api.messages.alerts.unsubscribePush);
  const [state, setState] = useState<State>(firstState);

  useEffect(() => {
    if (state !== "busy") return;
    subscribeBrowser(publicKey)
      .then((subscription) => subscribe({ secret, ...subscription }))
      .then(
        ({ ok }) => setState(ok ? "on" : "failed"),
        () =>
          setState(Notification.permission === "denied" ? "refused" : "failed"),
      );
  }, [state, secret, publicKey, subscribe]);

  const isOn = state === "on";
  useEffect(() => onChange?.(isOn), [isOn, onChange]);

  const stop = async () => {
    setState("ask");
    const endpoint = await unsubscribeBrowser();
    if (endpoint !== null) await unsubscribe({ secret, endpoint });
  };

  if (state === "denied") {
    return <Fold title={ticket.push.blocked}>{ticket.push.unblock}</Fold>;
  }
  const asks = state === "ask" || state === "busy" || state === "failed";
  return (
    <div className="mt-4 grid gap-2">
      {/* One button for both states, so it keeps the focus. */}
      <Button
        variant={isOn ? "link" : "soft"}
        size={isOn ? "md" : "lg"}
        icon={isOn ? BellOff : BellPlus}
        className={isOn ? "order-last ml-4 justify-self-start" : undefined}
        busy={state === "busy"}
        onClick={() => {
          if (isOn) void stop().catch(() => undefined);
          else setState("busy");
        }}
      >
        {isOn ? ticket.push.stop : ticket.push.ring}
      </Button>
      {/* Always rendered: screen readers announce only changes in an existing region. */}
      <p
        className={asks ? "text-sm text-ink-2" : "flex gap-3 text-ink-2"}
        role="status"
      >
        {isOn && (
          <BellRing className="mt-0.5 size-5 shrink-0 text-brand-text" />
        )}
        <span>{wordsFor(state)}</span>
      </p>
    </div>
  );
}

function wordsFor(state: Exclude<State, "denied">): string {
  const { why, on, blocked, unblock, failed } = ticket.push;
  if (state === "ask" || state === "busy") return why;
  return { on, refused: `${blocked}. ${unblock}`, failed }[state];
}

function firstState(): State {
  if (Notification.permission === "denied") return "denied";
  // Already allowed on this phone, so it does not ask again.
  const isAllowed = Notification.permission === "granted" && !isPushOff();
  return isAllowed || isSubscribing() ? "busy" : "ask";
}
