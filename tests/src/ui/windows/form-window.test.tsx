/** The form of all windows: the reason of a refusal, and what it does without a connection. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useState } from "react";
import { Dialog } from "../../../../src/ui/windows/dialog.tsx";
import { FormWindow } from "../../../../src/ui/windows/form-window.tsx";
import {
  click,
  closeDrawn,
  draw,
  drawWithToasts,
  find,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { pass } from "../../fake-session.tsx";
import { act } from "../../act.ts";
import { fill, strike } from "../../user.ts";

const backend = freshBackend();
const send = vi.fn<(form: HTMLFormElement) => Promise<string | null>>();
const onClose = vi.fn();
const show = async (isKept?: boolean, type = "text") =>
  await draw(
    backend,
    <FormWindow
      title="Edit #3"
      verb="Save"
      isKept={isKept}
      send={send}
      onClose={onClose}
    >
      <input name="note" type={type} defaultValue="blue" />
    </FormWindow>,
  );
beforeEach(() => {
  send.mockReset().mockResolvedValue(null);
  onClose.mockReset();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test("the window stays open with the reason after a refusal, and closes when done", async () => {
  send.mockResolvedValueOnce("Somebody else was faster.");
  await show();
  await press(/^Save/);
  const reason = find("[role=alert]", /Somebody else was faster\./);
  expect(document.activeElement).toBe(reason);
  expect(onClose).not.toHaveBeenCalled();
  await press(/^Save/);
  expect(onClose).toHaveBeenCalledOnce();
  expect(new FormData(send.mock.lastCall?.[0]).get("note")).toBe("blue");
});

/** Two people whose windows open in the same place. */
function Windows() {
  const [who, setWho] = useState<string | null>(null);
  const close = () => setWho(null);
  return (
    <>
      <button onClick={() => setWho("B")}>Open B</button>
      <button onClick={() => setWho("A")}>Open A</button>
      {who !== null && (
        <FormWindow title={who} verb="Save" send={send} onClose={close}>
          <input name="note" />
        </FormWindow>
      )}
    </>
  );
}

test.each([
  ["a refusal", "Somebody else was faster."],
  ["an agreement", null],
])(
  "%s that comes after the window was closed leaves the next one open",
  async (_what, why) => {
    let answer = (_: string | null) => undefined as void;
    send.mockReturnValueOnce(new Promise((done) => (answer = done)));
    await drawWithToasts(backend, <Windows />);
    await press("Open A");
    await press(/^Save/);
    await strike("Escape");
    await press("Open B");
    await fill("input", "blue");
    await act(async () => answer(why));
    find("[role=dialog] h2", "B");
    expect(find("input")).toHaveProperty("value", "blue");
    expect(() => find("[role=dialog] [role=alert]")).toThrow();
    const told = [...document.querySelectorAll("[role=alert]")];
    expect(told.map(({ textContent }) => textContent)).toEqual(
      why === null ? [] : [why],
    );
  },
);
test("a refusal goes when something is typed, and comes again with the next", async () => {
  send.mockResolvedValue("Somebody else was faster.");
  await show();
  await press(/^Save/);
  const field = find("input");
  field.focus();
  await fill(field, "green");
  expect(document.querySelector("[role=alert]")).toBeNull();
  expect(document.activeElement).toBe(field);
  await press(/^Save/);
  expect(document.activeElement).toBe(find("[role=alert]", /faster/));
});

const typeInto = async (field: string, text: string) => {
  await act(async () => find(field).focus());
  await fill(field, text);
};

const tapBeside = async () =>
  await act(async () =>
    find("[role=dialog]").previousElementSibling?.dispatchEvent(
      new Event("pointerdown", { bubbles: true }),
    ),
  );

test("a tap beside the window closes it, unless something was typed there", async () => {
  await show();
  await typeInto("input", "blue, as always");
  await tapBeside();
  expect(onClose).not.toHaveBeenCalled();
  await typeInto("input", "blue");
  await tapBeside();
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ["a box of its form was ticked", true, 0],
  ["a box was ticked that applies at once", false, 1],
])(
  "a tap beside the window closes it, unless something was chosen: %s",
  async (_what, isInForm, times) => {
    const box = <input type="checkbox" aria-label="Hair" />;
    await draw(
      backend,
      <Dialog title="Chair" onClose={onClose}>
        {isInForm ? <form>{box}</form> : box}
      </Dialog>,
    );
    await click("input");
    await tapBeside();
    expect(onClose).toHaveBeenCalledTimes(times);
  },
);

function Controlled() {
  const [note, setNote] = useState("");
  return (
    <Dialog title="Text" onClose={onClose}>
      <textarea value={note} onChange={({ target }) => setNote(target.value)} />
    </Dialog>
  );
}

test("a tap beside the window loses no text that the page keeps in its state", async () => {
  await draw(backend, <Controlled />);
  await typeInto("textarea", "You are next");
  await tapBeside();
  expect(onClose).not.toHaveBeenCalled();
});

test("a tap beside a window leaves what it shows only once", async () => {
  await draw(
    backend,
    <Dialog title="Codes" isShownOnce onClose={onClose}>
      abcd-efgh
    </Dialog>,
  );
  await tapBeside();
  expect(onClose).not.toHaveBeenCalled();
});

test("a wrong PIN is selected, to be typed over", async () => {
  send.mockResolvedValueOnce("This PIN is wrong.");
  await show(false, "password");
  await press(/^Save/);
  const field = find("input") as HTMLInputElement;
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 4]);
});

test.each([
  [true, 1],
  [false, 0],
])("an offline window sends only what is kept: %s", async (isKept, times) => {
  await show(isKept);
  await act(async () => backend.connect(false));
  await pass(6_000);
  await press(/^Save/);
  expect(send).toHaveBeenCalledTimes(times);
  const said = /when you're back online/.test(document.body.textContent);
  expect(said).toBe(!isKept);
  // The lost connection belongs to the page, so the next test must begin connected.
  await act(async () => backend.connect(true));
});

test.each([{ isComposing: true }, { keyCode: 229 }])(
  "the Escape that takes back an unfinished word leaves the window open: %j",
  async (composing) => {
    await show();
    find("input").focus();
    await strike("Escape", composing);
    expect(onClose).not.toHaveBeenCalled();
    await strike("Escape");
    expect(onClose).toHaveBeenCalledOnce();
  },
);

test("Android's back closes a window each time that it is open", async () => {
  const open = new Set<Watcher>();
  class Watcher {
    onclose: (() => void) | null = null;
    destroy = () => open.delete(this);
    constructor() {
      open.add(this);
    }
  }
  vi.stubGlobal("CloseWatcher", Watcher);
  await show();
  const back = async () =>
    await act(async () => {
      const [last] = [...open].slice(-1);
      last?.destroy();
      last?.onclose?.();
    });
  await back();
  expect(onClose).toHaveBeenCalledTimes(1);
  await back();
  expect(onClose).toHaveBeenCalledTimes(2);
  // A browser takes Escape as back unless it is cancelled.
  const heard = vi.fn((event: Event) => event.defaultPrevented);
  addEventListener("keydown", heard, { once: true });
  await strike("Escape");
  expect(heard).toHaveReturnedWith(true);
  await closeDrawn();
  expect(open).toEqual(new Set());
});
