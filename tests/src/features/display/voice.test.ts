/** The display's voice after a reload of the page. */
import { expect, test, vi } from "vitest";

/** The parts of the browser's class that the voice uses. */
class Utterance {
  volume = 1;
  onstart: (() => void) | undefined;
}

test.each([
  ["is on again where the browser wants no tap", true, "on"],
  ["waits for a tap where the browser wants one", false, "wanted"],
])("a voice that was on %s", async (_name, maySound, expected) => {
  localStorage.setItem("yourturn.boardVoice", "on");
  vi.resetModules();
  const { currentVoice, tryVoice } =
    await import("../../../../src/features/display/voice.ts");
  const volumes: number[] = [];
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal("speechSynthesis", {
    speak: ({ volume, onstart }: Utterance) => {
      volumes.push(volume);
      if (maySound) onstart?.();
    },
  });
  const unlock = vi.fn();
  expect(currentVoice()).toBe("wanted");
  tryVoice(unlock);
  expect(currentVoice()).toBe(expected);
  expect(unlock).toHaveBeenCalledTimes(maySound ? 1 : 0);
  expect(volumes).toEqual([0]);
  tryVoice(unlock);
  expect(volumes).toHaveLength(maySound ? 1 : 2);
});
