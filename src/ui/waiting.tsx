/** A whole screen that waits, or that shows a failure and further actions. The caller passes the texts. */
import { CircleAlert, RefreshCw, WifiOff } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { cn } from "../lib/cn";
import { everyone as strings } from "../strings/everyone";
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
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setSlow(true), SLOW_MS);
    return () => window.clearTimeout(timer);
  }, []);
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
        {offline ? strings.offline : text}
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

export function TroubleScreen(props: {
  title: string;
  text: string;
  children: ReactNode;
}) {
  const { title, text, children } = props;
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid min-h-dvh max-w-md content-center px-6 py-10 text-center outline-none"
    >
      <title>{strings.titled(title)}</title>
      <span className="mx-auto grid size-18 place-items-center rounded-full bg-danger-soft text-danger-text">
        <CircleAlert className="size-9" />
      </span>
      <h1 className="mt-6 text-2xl font-extrabold tracking-tight">{title}</h1>
      <p role="alert" className="mt-2 text-lg text-balance text-ink-2">
        {text}
      </p>
      <div className="mt-7 grid gap-3">{children}</div>
    </main>
  );
}
