/** Where the focus goes when a window opens, closes, or removes its opener. Closing a window returns the focus. */
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { Confirm } from "../../../../src/ui/windows/confirm.tsx";
import { Dialog, firstFocus } from "../../../../src/ui/windows/dialog.tsx";
import { passFocus } from "../../../../src/ui/pass-focus.ts";
import { draw, FakeBackend, find } from "../../fake-backend.tsx";
import { pass } from "../../fake-session.tsx";
import { act } from "../../act.ts";
import { strike } from "../../user.ts";

beforeEach(() => vi.useFakeTimers());
type WindowProps = { open: boolean; onClose: () => void };

const Question = ({ open, onClose }: WindowProps) => (
  <Confirm
    open={open}
    title="Sure?"
    question="It cannot be undone."
    verb="Do"
    onConfirm={onClose}
    onCancel={onClose}
  />
);

const Form = ({ open, onClose }: WindowProps) =>
  open && (
    <Dialog onClose={onClose} title="Form">
      <input aria-label="Name" />
    </Dialog>
  );

const windows = { dialog: Form, question: Question };

/** @param kept whether a window closes by its `open`, or unmounts with its parent */
function Page({ kind, kept }: { kind: keyof typeof windows; kept: boolean }) {
  const [open, setOpen] = useState(false);
  const Window = windows[kind];
  const close = () => setOpen(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {(kept || open) && <Window open={open} onClose={close} />}
    </>
  );
}

const focused = () => document.activeElement;

async function openFrom(button: HTMLElement): Promise<void> {
  await act(async () => {
    button.focus();
    button.click();
  });
  await pass(10);
}

async function escape(): Promise<void> {
  await strike("Escape");
  await pass(10);
}

test.each([
  ["dialog", true],
  ["dialog", false],
  ["question", true],
  ["question", false],
] as const)("%s, kept: %s", async (kind, kept) => {
  await draw(new FakeBackend(), <Page kind={kind} kept={kept} />);
  const button = find("button", "Open");
  await openFrom(button);
  expect(focused()).not.toBe(button);
  await escape();
  expect(document.querySelector("[role=dialog],[role=alertdialog]")).toBeNull();
  expect(focused()).toBe(button);
});

test("a window starts at its heading", async () => {
  await draw(new FakeBackend(), <Page kind="dialog" kept />);
  await openFrom(find("button", "Open"));
  expect(focused()).toBe(find("h2", "Form"));
});

/** A window that is opened for one field. */
function Task() {
  const [open, setOpen] = useState(false);
  return (
    <main id="main" tabIndex={-1}>
      <button onClick={() => setOpen(true)}>Open</button>
      {open && (
        <Dialog onClose={() => setOpen(false)} title="Form">
          <input aria-label="Name" {...firstFocus} />
        </Dialog>
      )}
    </main>
  );
}

test("a window for one field starts there, and the focus returns to its opener", async () => {
  await draw(new FakeBackend(), <Task />);
  const button = find("button", "Open");
  await openFrom(button);
  expect(focused()?.getAttribute("aria-label")).toBe("Name");
  await escape();
  expect(focused()).toBe(button);
});

const Offer = ({ taken }: { taken: boolean }) => (
  <main id="main" tabIndex={-1}>
    {!taken && <button ref={passFocus}>Upgrade</button>}
  </main>
);

test("when the opener disappears: while the window is open, the focus goes to the page's content", async () => {
  await draw(new FakeBackend(), <Closing />);
  await openFrom(find("button", "Open"));
  await escape();
  expect(focused()?.id).toBe("main");
});

test("when the opener disappears: after the focus has returned to it, the focus goes to the page's content", async () => {
  let take = () => undefined as void;
  function Live() {
    const [taken, setTaken] = useState(false);
    take = () => setTaken(true);
    return <Offer taken={taken} />;
  }
  await draw(new FakeBackend(), <Live />);
  find("button", "Upgrade").focus();
  await act(async () => take());
  expect(focused()?.id).toBe("main");
});

/** The first queue is made, and the button that offered it disappears for good. */
function Closing() {
  const [step, setStep] = useState<"before" | "open" | "after">("before");
  return (
    <main id="main" tabIndex={-1}>
      {step === "before" && (
        <button onClick={() => setStep("open")}>Open</button>
      )}
      {step === "open" && (
        <Dialog onClose={() => setStep("after")} title="Form">
          <input aria-label="Name" />
        </Dialog>
      )}
    </main>
  );
}
