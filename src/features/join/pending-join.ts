/**
 * The secret of a join whose answer has not arrived. A second try sends the
 * same secret, so a lost answer or a reload never takes a second ticket.
 */
import { isClientSecret } from "../../../convex/base/rules/secrets";
import { newSecret } from "../../lib/new-secret";
import { readStored, storageKeys, writeStored } from "../../lib/storage";

/** Older tries are another visit. */
const VALID_MS = 10 * 60_000;

/** The secret to join this queue with: that of an unanswered try, else a new one, which is kept. */
export function secretFor(queueId: string, now: number): string {
  const [queue, secret = "", at] =
    readStored(storageKeys.pendingJoin)?.split(" ") ?? [];
  const fresh = now - Number(at) < VALID_MS;
  if (queue === queueId && fresh && isClientSecret(secret)) return secret;
  const made = newSecret();
  writeStored(storageKeys.pendingJoin, `${queueId} ${made} ${now}`);
  return made;
}

/** The server has answered: the next join is a new one. */
export function clearPendingJoin(): void {
  writeStored(storageKeys.pendingJoin, null);
}
