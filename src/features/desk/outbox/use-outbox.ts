/** The outbox of the signed-in account: stored in this browser, sent over this page's connection. */
import { useConvex } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { maySend } from "../../../lib/server/convex-client";
import { isFunctionGone } from "../../../lib/server/newer-version";
import { onOnlineChange } from "../../../lib/server/online";
import { serverNow } from "../../../lib/server/server-clock";
import { readStored, storageKeys, writeStored } from "../../../lib/storage";
import { dashboard } from "../../../strings/dashboard";
import { thrown } from "../../../strings/refusals/refusal-text";
import { sendAction, type Answer } from "./actions";
import { lastWords } from "../../../ui/last-words";
import { Outbox, type Kept } from "./outbox";

/** Nobody is signed in, or someone else, here or on the shop's tablet: the actions wait for their person. */
const waits = ["notSignedIn", "tabletLocked"];

export type DeskOutbox = Outbox<Answer>;

export function useOutbox(userId: string): DeskOutbox {
  const convex = useConvex();
  const [outbox] = useState(() => {
    const key = storageKeys.deskOutbox(userId);
    return new Outbox<Answer>({
      read: () => readStored(key),
      write: (text) => writeStored(key, text),
      now: serverNow,
      maySend: () => maySend(convex),
      send: async (kept) => await sendAction(convex, kept, userId),
      isRefusal: ({ ok }) => !ok,
      mustWait: (error) =>
        waits.includes(thrown(error)?.code ?? "") || isFunctionGone(error),
      caughtUp: (acted) => lastWords.done(dashboard.desk.kept.caughtUp(acted)),
    });
  });
  useEffect(() => {
    const close = outbox.open();
    const forget = convex.subscribeToConnectionState(outbox.pump);
    const stop = onOnlineChange(outbox.pump);
    return () => {
      close();
      forget();
      stop();
    };
  }, [convex, outbox]);
  return outbox;
}

export function useKept({ subscribe, kept }: DeskOutbox): readonly Kept[] {
  return useSyncExternalStore(subscribe, kept);
}
