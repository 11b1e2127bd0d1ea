/** The secret of an unanswered join. A second try sends it again, so a lost answer takes no second ticket. */
import { isClientSecret } from "../../../convex/base/rules/secrets";
import { newSecret } from "../../lib/new-secret";
import { readStored, storageKeys, writeStored } from "../../lib/storage";

/** An older try counts as another visit. */
const VALID_MS = 10 * 60_000;

/** The secret for joining this queue: that of an unanswered try, else a new one, which is stored. */
export function secretFor(queueId: string, now: number): string {
  const [queue, secret = "", at] =
    readStored(storageKeys.pendingJoin)?.split(" ") ?? [];
  const fresh = now - Number(at) < VALID_MS;
  if (queue === queueId && fresh && isClientSecret(secret)) return secret;
  const made = newSecret();
  writeStored(storageKeys.pendingJoin, `${queueId} ${made} ${now}`);
  return made;
}

export function clearPendingJoin(): void {
  writeStored(storageKeys.pendingJoin, null);
}
