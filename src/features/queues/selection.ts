/** The queue that the desk shows: the last pick, if it still exists. */
import { useCallback, useState } from "react";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { pageLocale } from "../../strings/language/language";
import { peopleIn, type Queue } from "./types";

/** A queue's id, or all together. null: there is none to show. */
export type Selection = string | null;
export const ALL_QUEUES = "all";

/** A closed one stays while it has people, so they are not stranded (product.md D6). */
export function isSelectable(queue: Queue): boolean {
  return queue.isActive || peopleIn(queue) > 0;
}

/** Queues to choose from, by name. */
export function selectableQueues(queues: readonly Queue[]): Queue[] {
  return byName(queues.filter(isSelectable));
}

export function byName(queues: readonly Queue[]): Queue[] {
  return [...queues].sort((a, b) => a.name.localeCompare(b.name, pageLocale()));
}

/** The remembered choice if it can still be shown, else the first open queue. */
export function selectionOf(
  remembered: string | null,
  queues: readonly Queue[],
): Selection {
  const choices = selectableQueues(queues);
  if (choices.length === 0) return null;
  if (remembered === ALL_QUEUES) return ALL_QUEUES;
  const known = choices.find(({ queueId }) => queueId === remembered);
  const first = choices.find(({ isActive }) => isActive) ?? choices[0];
  return (known ?? first)?.queueId ?? null;
}

export function useSelection(userId: string, queues: readonly Queue[]) {
  const key = storageKeys.selectedQueue(userId);
  const [remembered, setRemembered] = useState(() => readStored(key));
  const select = useCallback(
    (selection: string) => {
      writeStored(key, selection);
      setRemembered(selection);
    },
    [key],
  );
  return { selection: selectionOf(remembered, queues), select };
}
