/** Closing a window puts the focus back where it was. Canary: without `focusReturn` it ends on the page's body. */
import "../setup-dom.ts";
import { act, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { Confirm } from "../../../src/ui/confirm.tsx";
import { Dialog } from "../../../src/ui/dialog.tsx";
import { draw, FakeBackend, find } from "../fake-backend.tsx";
import { pass } from "../fake-session.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});

type WindowProps = { open: boolean; onClose: () => void };

function Question({ open, onClose }: WindowProps) {
  return (
    <Confirm
      open={open}
      title="Sure?"
      question="It cannot be undone."
      verb="Do"
      busy={false}
      onConfirm={onClose}
      onCancel={onClose}
    />
  );
}

function Form(props: WindowProps) {
  return (
    <Dialog {...props} title="Form">
      <input aria-label="Name" />
    </Dialog>
  );
}

const windows = { dialog: Form, question: Question };

/** @param kept a window is closed by its `open`, or taken off with its parent */
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

test.each([
  ["dialog", true],
  ["dialog", false],
  ["question", true],
  ["question", false],
] as const)("%s, kept: %s", async (kind, kept) => {
  await draw(new FakeBackend(), <Page kind={kind} kept={kept} />);
  const button = find("button", "Open");
  await act(async () => {
    button.focus();
    button.click();
  });
  await pass(10);
  expect(document.activeElement).not.toBe(button);
  const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
  await act(async () => document.activeElement?.dispatchEvent(escape));
  await pass(10);
  expect(document.querySelector("[role=dialog],[role=alertdialog]")).toBeNull();
  expect(document.activeElement).toBe(button);
});
