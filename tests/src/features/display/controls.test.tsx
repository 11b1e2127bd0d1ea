/** The display's switches after a reload, in the order in which browsers report a press. */
import { expect, test, vi } from "vitest";
import { Controls } from "../../../../src/features/display/controls.tsx";
import {
  currentVoice,
  isVoiceOn,
} from "../../../../src/features/display/voice.ts";
import { act } from "../../act.ts";
import { draw, find, freshBackend } from "../../fake-backend.tsx";

// Read when the page loads.
vi.hoisted(() => localStorage.setItem("yourturn.boardVoice", "on"));

const backend = freshBackend();

test("a press of the voice's switch turns a voice on that waits for a tap, and leaves it on", async () => {
  await draw(backend, <Controls isActive unlock={() => undefined} />);
  expect(currentVoice()).toBe("wanted");
  for (const step of ["pointerdown", "pointerup", "click"]) {
    // What is under the finger now, as on a touch screen.
    const [voiceSwitch] = document.querySelectorAll(".board-controls button");
    await act(async () =>
      voiceSwitch?.dispatchEvent(new MouseEvent(step, { bubbles: true })),
    );
  }
  expect(isVoiceOn()).toBe(true);
  find("button", "Stop announcing");
  expect(localStorage.getItem("yourturn.boardVoice")).toBe("on");
  // jsdom does not speak.
  find("p", "This screen has no voice, only the chime");
});

test.each([
  ["a finger", 1, false],
  ["a key", 0, true],
])("a switch pressed by %s", async (_by, detail, keepsFocus) => {
  await draw(backend, <Controls isActive unlock={() => undefined} />);
  const theme = find("button", /Mode$/);
  theme.focus();
  await act(async () =>
    theme.dispatchEvent(new MouseEvent("click", { bubbles: true, detail })),
  );
  expect(document.activeElement === theme).toBe(keepsFocus);
});
