/** A whole screen that waits. The caller passes the texts. */
import { RefreshCw, WifiOff } from "lucide-react";
import { cn } from "../lib/cn";
import { useElapsed } from "../lib/time/use-elapsed";
import { everyone as strings } from "../strings/everyone";
import { parts } from "../strings/parts";
import { Button } from "./button";
import { Spinner } from "./spinner";

/** Authentication has this long before the screen says that it is slow (product.md A7). */
const SLOW_MS = 5_000;

/** One sentence with a ring, invisible for its first 300 ms unless `atOnce`. After 5 s it offers a restart. */
export function WaitingScreen(props: {
  title: string;
  text: string;
  offline?: boolean;
  atOnce?: boolean;
}) {
  const { title, text, offline = false, atOnce = false } = props;
  const slow = useElapsed(SLOW_MS);
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center outline-none"
    >
      <title>{strings.titled(title)}</title>
      <h1 className="sr-only">{title}</h1>
      <p
        role="status"
        className={cn(
          "flex items-center gap-3 text-lg font-semibold text-ink-2",
          !atOnce && "late",
        )}
      >
        {offline ? <WifiOff className="size-5 shrink-0" /> : <Spinner />}
        {offline ? parts.continues : text}
      </p>
      {slow && !offline && (
        <>
          <p role="status" className="max-w-md text-balance text-ink-2">
            {strings.slow}
          </p>
          <Button icon={RefreshCw} onClick={() => window.location.reload()}>
            {strings.refreshPage}
          </Button>
        </>
      )}
    </main>
  );
}
