type Watcher = { onclose: (() => void) | null; destroy: () => void };
declare const CloseWatcher: new () => Watcher;

/**
 * Android's back button and gesture, in browsers that let a page have them. On a computer Escape does the same unless
 * its keydown is cancelled.
 * @returns a function that gives them back
 */
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
