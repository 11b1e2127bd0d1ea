/** The screen after an unexpected error, or when nothing can be shown for the reason given (product.md S4). */
import { CircleAlert, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { everyone as strings } from "../strings/everyone";
import { Button, ButtonAnchor } from "./button";

const { somethingWrong } = strings;

export function SomethingWrong(props: {
  title?: string;
  text?: string;
  reference?: string;
}) {
  const {
    title = somethingWrong.title,
    text = somethingWrong.text,
    reference,
  } = props;
  return (
    <TroubleScreen title={title} text={text}>
      <div className="grid gap-3 sm:grid-cols-2">
        <ReloadButton />
        {/* A page load on purpose: the running app is in an unknown state. */}
        <ButtonAnchor size="hero" href="/">
          {strings.goHome}
        </ButtonAnchor>
      </div>
      {reference && (
        <p className="mt-3 text-sm text-ink-3 tab">
          {somethingWrong.reference(reference)}
        </p>
      )}
    </TroubleScreen>
  );
}

/** A whole screen with what went wrong and the ways on. */
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

/** Loads the page again. */
export function ReloadButton() {
  return (
    <Button
      variant="primary"
      size="hero"
      icon={RefreshCw}
      onClick={() => window.location.reload()}
    >
      {strings.refreshPage}
    </Button>
  );
}
