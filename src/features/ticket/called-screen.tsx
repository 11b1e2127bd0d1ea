/** "You've Been Called!": the whole screen turns green. Being served looks the same and rings nobody again. */
import { useMutation } from "convex/react";
import { Check, Footprints, Volume2 } from "lucide-react";
import { useState, type CSSProperties, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import type { CustomerRefusal } from "../../../convex/model/refusals";
import { Button } from "../../ui/button";
import { Num } from "../../ui/num";
import { PageHeader } from "../../ui/page-header";
import { HoldClock } from "./hold-clock";
import { ring } from "./ring";
import { unlockSound } from "./sound";
import type { Profile, Ticket } from "./types";
import { customers, errorText, refusalText } from "../../texts/customers";
import { ticket as texts } from "../../texts/ticket";

/** `status` is called or serving. */
export function CalledScreen({
  ticket,
  secret,
  profile,
  watches,
  onJoinAgain,
}: {
  ticket: Ticket;
  secret: string;
  profile: Profile;
  watches: ReactNode;
  onJoinAgain: () => void;
}) {
  const leave = useMutation(api.tickets.leave);
  const acknowledge = useMutation(api.tickets.acknowledge);
  const [busy, setBusy] = useState<"coming" | "again" | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const called = ticket.status === "called";

  const attempt = async (
    what: "coming" | "again",
    call: () => Promise<{ ok: true } | ({ ok: false } & CustomerRefusal)>,
    then: () => void,
  ) => {
    setBusy(what);
    setRefusal(null);
    try {
      const answer = await call();
      if (answer.ok) then();
      else setRefusal(refusalText(answer));
    } catch (error) {
      setRefusal(errorText(error, texts.failed));
    } finally {
      setBusy(null);
    }
  };

  const joinAgain = () => {
    // Somebody being served is the shop's; a call that nobody follows is given up first.
    if (called) void attempt("again", () => leave({ secret }), onJoinAgain);
    else onJoinAgain();
  };

  // As wide as the screen allows, whatever the number of digits; one digit not so tall that buttons leave the screen.
  const digits = { "--digits": String(ticket.number).length } as CSSProperties;
  return (
    <div className="on-go min-h-dvh appear bg-go text-on-go">
      <title>{customers.yourTurnTitle}</title>
      <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col">
        <PageHeader
          name={profile.name}
          picture={profile.logoUrl}
          onGo
          aside={
            <span
              className="max-w-28 truncate text-sm font-bold"
              dir="auto"
              title={ticket.queueName}
            >
              {ticket.queueName}
            </span>
          }
        />
        {watches}
        <main id="main" className="flex flex-1 flex-col px-6 pb-7 text-center">
          <div className="my-auto py-5" role="alert">
            <h1 className="text-3xl font-extrabold tracking-tight text-balance">
              {texts.called.title}
            </h1>
            <p className="mt-6 text-lg font-bold">{texts.ticket}</p>
            <p
              // A recall is a new call: it pulses again.
              key={ticket.callCount}
              style={digits}
              className="ringing text-[min(14rem,calc(min(88vw,22rem)/(var(--digits)*.6+.35)))] leading-[.9]"
            >
              <Num value={ticket.number} hash />
            </p>
            <p className="mt-6 text-xl font-bold text-balance">
              {called ? texts.called.come : texts.called.served}
            </p>
          </div>
          {called &&
            ticket.calledAt !== null &&
            ticket.graceEndsAt !== null && (
              <HoldClock from={ticket.calledAt} until={ticket.graceEndsAt} />
            )}
          <div className="grid gap-3">
            {refusal !== null && (
              <p role="alert" className="font-bold">
                {refusal}
              </p>
            )}
            {called && ticket.acknowledged && (
              <p
                role="status"
                className="flex min-h-16 items-center justify-center gap-3 text-lg font-bold"
              >
                <Check className="size-6" aria-hidden="true" />
                {texts.called.known}
              </p>
            )}
            {called && !ticket.acknowledged && (
              <Button
                variant="go"
                size="xl"
                icon={Footprints}
                busy={busy === "coming"}
                onClick={() =>
                  void attempt(
                    "coming",
                    () => acknowledge({ secret }),
                    () => undefined,
                  )
                }
              >
                {texts.called.onMyWay}
              </Button>
            )}
            {called && (
              <Button
                variant="outlineGo"
                size="lg"
                icon={Volume2}
                onClick={() => {
                  unlockSound();
                  ring();
                }}
              >
                {texts.called.ringAgain}
              </Button>
            )}
            <button
              type="button"
              aria-busy={busy === "again" || undefined}
              onClick={joinAgain}
              className="mx-auto min-h-11 rounded-md px-3 font-bold underline underline-offset-4"
            >
              {texts.joinAgain}
            </button>
          </div>
        </main>
      </div>
    </div>
  );
}
