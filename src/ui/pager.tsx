/** Next and previous below one page of a list, with the range shown. */
import { Button } from "./button";

type Step = (() => void) | null;

/** `shown`, the range on this page, is announced when it changes. A step is null where there is nothing that way. */
export function Pager(props: {
  shown: string;
  previous: Step;
  next: Step;
  words: { previous: string; next: string };
}) {
  const { shown, previous, next, words } = props;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-ink-2">
      <p role="status" className="tab">
        {shown}
      </p>
      {(previous !== null || next !== null) && (
        <div className="flex gap-2">
          <StepButton step={previous}>{words.previous}</StepButton>
          <StepButton step={next}>{words.next}</StepButton>
        </div>
      )}
    </div>
  );
}

/** Scrolls to the top of the card or page, because the buttons are below the rows. */
function showStart(button: HTMLElement): void {
  const card = button.closest("section");
  if (card === null) window.scrollTo({ top: 0 });
  else card.scrollIntoView();
}

/** Not `disabled` at an end: the pressed button would lose its focus. */
function StepButton({ step, children }: { step: Step; children: string }) {
  return (
    <Button
      aria-disabled={step === null || undefined}
      onClick={({ currentTarget }) => {
        if (step === null) return;
        step();
        showStart(currentTarget);
      }}
    >
      {children}
    </Button>
  );
}
