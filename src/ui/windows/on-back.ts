/**
 * Android's back button and gesture, in browsers that let a page have them. On a computer Escape does the same unless
 * its keydown is cancelled.
 */

type Watcher = { onclose: (() => void) | null; destroy: () => void };
declare const CloseWatcher: new () => Watcher;

/** @returns a function that ends it */
export function onBack(act: () => void): () => void {
  if (!("CloseWatcher" in window)) return () => undefined;
  let watcher: Watcher;
  const watch = () => {
    watcher = new CloseWatcher();
    // It hears one press.
    watcher.onclose = () => {
      watch();
      act();
    };
  };
  watch();
  return () => watcher.destroy();
}
