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

test("a voice that does not start within three seconds is missing, until one starts", async () => {
  vi.useFakeTimers();
  vi.resetModules();
  const { currentVoice, isVoiceOn, say, switchVoice } =
    await import("../../../../src/features/display/voice.ts");
  let starts = false;
  const speak = ({ onstart }: Utterance) => starts && onstart?.();
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal("speechSynthesis", { speak, cancel: () => undefined });
  switchVoice(true);
  const silent = say("Number seven");
  await vi.advanceTimersByTimeAsync(3_000);
  await silent;
  expect(currentVoice()).toBe("missing");
  expect(isVoiceOn()).toBe(true);
  starts = true;
  void say("Number eight");
  expect(currentVoice()).toBe("on");
  vi.unstubAllGlobals();
  await say("Number nine");
  expect(currentVoice(), "a browser without speech").toBe("missing");
  switchVoice(false);
  expect(currentVoice()).toBe("off");
});

test("a call whose voice hangs does not silence the calls after it", async () => {
  vi.useFakeTimers();
  vi.resetModules();
  const { say, switchVoice } =
    await import("../../../../src/features/display/voice.ts");
  /** As browsers do: one after the other, and none before the one in front has ended. */
  let line: string[] = [];
  const heard: string[] = [];
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    class {
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
  vi.stubGlobal("speechSynthesis", {
    speak: ({ text }: { text: string }) => {
      line.push(text);
      if (line[0] !== "hangs") heard.push(text);
    },
    cancel: () => {
      line = [];
    },
  });
  switchVoice(true);
  const first = say("hangs");
  await vi.advanceTimersByTimeAsync(15_000);
  await first;
  void say("Number eight");
  expect(heard).toEqual(["Number eight"]);
});
