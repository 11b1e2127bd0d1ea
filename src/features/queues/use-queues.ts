/** The business's queues, live. Never throws. */
import { useQueries } from "convex/react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../../../convex/_generated/api";
import type { Queue } from "./types";

const ASK = { queues: { query: api.desk.queues.list, args: {} } };
const ASK_NOTHING = {};

/** `queues` stays after a failure. `hasFailed` until the server answers again. */
export function useQueues() {
  const [isAsking, setAsking] = useState(true);
  // Not useQuery: it throws a failure, which would take menu and settings with it.
  const answers = useQueries(isAsking ? ASK : ASK_NOTHING);
  const answer = answers["queues"] as readonly Queue[] | Error | undefined;
  const hasFailed = answer instanceof Error;
  const [known, setKnown] = useState<readonly Queue[]>();
  if (answer !== undefined && !hasFailed && answer !== known) setKnown(answer);
  const again = () => {
    // A render without the query makes the client send it again.
    flushSync(() => setAsking(false));
    setAsking(true);
  };
  return { queues: known, hasFailed, again };
}
