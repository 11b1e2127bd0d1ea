/** The question of all confirmations: when it closes, also while its answer is not there. */
import { beforeEach, expect, test, vi } from "vitest";
import { useState } from "react";
import { Confirm } from "../../../../src/ui/windows/confirm.tsx";
import {
  drawWithToasts,
  find,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { pass } from "../../fake-session.tsx";
import { act } from "../../act.ts";
import { strike } from "../../user.ts";

const backend = freshBackend();
let answer: (why: string | null) => void;
const ask = vi.fn(() => new Promise((done) => (answer = done)));
beforeEach(() => {
  ask.mockClear();
  vi.useFakeTimers();
});

/** Two questions in the same place. */
function Questions() {
  const [about, setAbout] = useState<string | null>("A");
  return (
    <>
      <button onClick={() => setAbout("B")}>Ask B</button>
      <Confirm
        key={about}
        open={about !== null}
        title={`Delete ${about}?`}
        question="It cannot be undone."
        verb="Delete"
        onConfirm={ask}
        onCancel={() => setAbout(null)}
      />
    </>
  );
}
const question = () =>
  document.querySelector("[role=alertdialog] h2")?.textContent;
const STILL = "You can close this; it may still be done.";

test("it closes when done, and stays with the reason when not", async () => {
  await drawWithToasts(backend, <Questions />);
  await press(/^Delete/);
  await act(async () => answer("Somebody else was faster."));
  find("[role=alertdialog] [role=alert]", "Somebody else was faster.");
  await press(/^Delete/);
  await act(async () => answer(null));
  expect(question()).toBeUndefined();
});

test("without an answer it can be closed after five seconds, and says that it may still be done", async () => {
  await drawWithToasts(backend, <Questions />);
  await press(/^Delete/);
  await pass(4_999);
  await press("Cancel");
  await strike("Escape");
  expect(question()).toBe("Delete A?");
  expect(() => find("[role=status]", STILL)).toThrow();
  await pass(1);
  find("[role=alertdialog] [role=status]", STILL);
  await press("Cancel");
  expect(question()).toBeUndefined();
});

test.each([null, "Somebody else was faster."])(
  "an answer after that closes no other question: %s",
  async (why) => {
    await drawWithToasts(backend, <Questions />);
    await press(/^Delete/);
    await pass(5_000);
    await strike("Escape");
    await press("Ask B");
    await act(async () => answer(why));
    expect(question()).toBe("Delete B?");
    if (why !== null) find("[role=alert]", why);
  },
);
