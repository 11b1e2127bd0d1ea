/** The business's queues, as its pages know them: live, and throwing nothing where they cannot be had. */
import { useQueries } from "convex/react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../../../convex/_generated/api";
import type { Queue } from "./types";

const ASK = { queues: { query: api.desk.queues.list, args: {} } };
const ASK_NOTHING = {};

/**
 * `queues` is undefined while they load, and after a failure what was known
 * before it; `hasFailed` until the server gives them again; `again` asks anew.
 */
export function useQueues() {
  const [isAsking, setAsking] = useState(true);
  // Not useQuery, which throws a failure: it would take menu and settings with it.
  const answers = useQueries(isAsking ? ASK : ASK_NOTHING);
  const answer = answers["queues"] as readonly Queue[] | Error | undefined;
  const hasFailed = answer instanceof Error;
  const [known, setKnown] = useState<readonly Queue[]>();
  if (answer !== undefined && !hasFailed && answer !== known) setKnown(answer);
  const again = () => {
    // Once drawn without the question, the client puts it to the server again.
    flushSync(() => setAsking(false));
    setAsking(true);
  };
  return { queues: known, hasFailed, again };
}
