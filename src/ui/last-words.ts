/** The desk's answers: in the line of the last action while the counter is in sight, else in a toast. */
import { useEffect, useSyncExternalStore, type RefObject } from "react";
import { tellLateBy } from "../lib/late";
import { newListeners } from "../lib/listeners";
import { serverNow } from "../lib/server/server-clock";
import { hideToast, showError, showSuccess, showUndoable } from "./toast";

/** `at`: epoch ms on the server's clock. */
export type Words = { text: string; at: number };

let words: Words | null = null;
let isInSight = false;
/** The dashboard was left. Later answers are not shown. */
let isLeft = false;
const toasts = new Set<string>();
const listeners = newListeners();

function write(text: string): void {
  words = { text, at: serverNow() };
  listeners.notify();
}

function forget(old: Words | null): void {
  if (words === null || words !== old) return;
  words = null;
  listeners.notify();
}

function toast(show: () => string): void {
  if (!isLeft) toasts.add(show());
}

export const lastWords = {
  done: (text: string) =>
    isInSight ? write(text) : toast(() => showSuccess(text)),
  refused: (text: string) =>
    isInSight ? write(text) : toast(() => showError(text)),
  /** The queue's own offer is in the line: only an invisible counter needs words. */
  undoable: (...offer: Parameters<typeof showUndoable>) => {
    if (!isInSight) toast(() => showUndoable(...offer));
  },
};

tellLateBy((why) => (isInSight ? write(why) : showError(why)));

/** Whether the line has words as new as an action. They stand in the place of its Undo. */
export const isSaidSince = (at: number) => words !== null && words.at >= at;

/** Without those older than the newest action, which are forgotten. @param actedAt its time; -Infinity without one */
export function useLastWords(actedAt: number): Words | null {
  const said = useSyncExternalStore(listeners.subscribe, () => words);
  const isOld = said !== null && said.at < actedAt;
  useEffect(() => {
    if (isOld) forget(said);
  }, [isOld, said]);
  return isOld ? null : said;
}

/** @param line the line of the last action; words go there while any of it is seen */
export function useInSight(line: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    isInSight = true;
    const watch = new IntersectionObserver((entries) => {
      isInSight = entries.some(({ isIntersecting }) => isIntersecting);
    });
    if (line.current !== null) watch.observe(line.current);
    return () => {
      watch.disconnect();
      isInSight = false;
    };
  }, [line]);
}

export const counterInSight = () => isInSight;

/** Words and toasts are about people in a queue, so they go with the dashboard, and words with another queue. */
export function useLastWordsHere(selection: string | null): void {
  useEffect(() => () => forget(words), [selection]);
  useEffect(() => {
    isLeft = false;
    return () => {
      isLeft = true;
      toasts.forEach(hideToast);
      toasts.clear();
    };
  }, []);
}
