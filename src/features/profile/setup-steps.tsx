/** The frame of the wizard's steps: how far it is, a heading that takes the focus, and which step is shown. */
import { useEffect, useRef, type ReactNode } from "react";
import { cn } from "../../lib/cn";
import { useCalm } from "../../lib/use-calm";
import { setup } from "../../strings/setup";

const { steps: strings } = setup;
export const STEPS = 3;

/** The number of the shown step counts from 0. */
export function StepHead({ step }: { step: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useCalm(String(step));
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <div>
      <div className="grid grid-cols-3 gap-2" aria-hidden="true">
        {Array.from({ length: STEPS }, (_, number) => (
          <span
            key={number}
            className={cn(
              "h-1.5 rounded-full",
              number <= step ? "bg-brand" : "bg-pressed",
            )}
          />
        ))}
      </div>
      <h2
        ref={heading}
        tabIndex={-1}
        className="mt-3 text-xl font-bold tracking-tight outline-none"
      >
        <span className="block text-sm font-semibold tracking-normal text-ink-2">
          {strings.progress(step + 1, STEPS)}
        </span>
        {strings.titles[step]}
      </h2>
    </div>
  );
}

/** Hidden instead of unmounted: the fields of all steps keep their text, and the form stays readable. */
export function Step(props: { shown: boolean; children: ReactNode }) {
  return (
    <div className={props.shown ? "grid gap-5" : "hidden"}>
      {props.children}
    </div>
  );
}
