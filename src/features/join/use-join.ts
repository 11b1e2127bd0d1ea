/** Takes a ticket for now or for a booked time, in one call with a secret that survives a lost answer. */
import { useConvex, useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Person } from "../../../convex/queue/rules/person";
import type { CustomerRefusal } from "../../../convex/base/rules/refusals";
import { askEarly } from "../../lib/server/ask-early";
import { loadQuietly } from "../../lib/server/newer-version";
import { customers as strings } from "../../strings/customers";
import { lookAt } from "./look";
import { isClientSecret } from "../../../convex/base/rules/secrets";
import { newSecret } from "../../lib/new-secret";
import { readStored, storageKeys, writeStored } from "../../lib/storage";

export type Refusal = {
  about: "queue" | "slot" | "phone" | "email" | "form";
  message: string;
  isGone?: boolean;
};

const ABOUT: Partial<Record<CustomerRefusal["code"], Refusal["about"]>> = {
  queueFull: "queue",
  queueClosed: "queue",
  unknownQueue: "queue",
  tooManyHeld: "queue",
  phoneInvalid: "phone",
  notTextable: "phone",
  invalidEmail: "email",
  slotTaken: "slot",
  slotNotBookable: "slot",
};

export type Wish = Person & {
  queueId: string;
  startsAt: number | null;
  email: string;
};

/** `join` resolves to the ticket's secret, or to a refusal. */
export function useJoin(businessId: string) {
  const convex = useConvex();
  const joinNow = useMutation(api.line.tickets.join);
  const book = useMutation(api.booking.bookings.book);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const join = async (wish: Wish): Promise<string | Refusal> => {
    const { startsAt, email, ...given } = wish;
    const { queueId } = given;
    setBusy(true);
    setRefusal(null);
    const secret = secretFor(`${queueId}@${startsAt ?? "now"}`, Date.now());
    // Subscribed early, so the data arrives with the answer and the ticket page renders at once.
    askEarly(convex, api.line.tickets.mine, { secret });
    askEarly(convex, api.line.tickets.line, { queueId });
    const look = lookAt(businessId);
    const args = {
      ...{ ...given, secret },
      ...(look !== undefined && { look }),
    };
    let refused: Refusal;
    try {
      const answer =
        startsAt === null
          ? await joinNow(args)
          : await book({ ...args, email, startsAt });
      clearPendingJoin();
      if (answer.ok) return secret;
      refused = await placed(answer);
    } catch (error) {
      refused = (await thrown(error)) ?? unanswered(wish);
    }
    setRefusal(refused);
    setBusy(false);
    return refused;
  };

  return { busy, refusal, setRefusal, join };
}

/** Loaded with the ticket's screen while the form was filled in. Otherwise the next try loads them. */
const loadWords = () =>
  loadQuietly(() => import("../../strings/refusals/customer"));

async function placed(refusal: CustomerRefusal): Promise<Refusal> {
  const { refusalText } = await loadWords();
  const about = ABOUT[refusal.code] ?? "form";
  const isGone = about === "slot";
  return { about, message: refusalText(refusal), isGone };
}

/** null for what is no refusal, or has no words here. */
async function thrown(error: unknown): Promise<Refusal | null> {
  try {
    const refusal = (await loadWords()).refusalIn(error);
    return refusal && (await placed(refusal));
  } catch {
    return null;
  }
}

/** It is unknown whether the server acted. The next try sends the same secret. */
function unanswered({ startsAt }: Wish): Refusal {
  return startsAt === null
    ? { about: "form", message: strings.join.failed(strings.join.tryAgain) }
    : { about: "slot", message: strings.join.slotNotChecked };
}

/** An older try counts as another visit. */
const VALID_MS = 10 * 60_000;

/** The secret of an unanswered try to join this queue, so that a lost answer takes no second ticket; else a new one. */
function secretFor(queueId: string, now: number): string {
  const [queue, secret = "", at] =
    readStored(storageKeys.pendingJoin)?.split(" ") ?? [];
  const fresh = now - Number(at) < VALID_MS;
  if (queue === queueId && fresh && isClientSecret(secret)) return secret;
  const made = newSecret();
  writeStored(storageKeys.pendingJoin, `${queueId} ${made} ${now}`);
  return made;
}

function clearPendingJoin(): void {
  writeStored(storageKeys.pendingJoin, null);
}
