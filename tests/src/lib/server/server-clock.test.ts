/** Screens show the server's time, whatever the device's clock says, and also after someone sets that clock. */
import { expect, test, vi } from "vitest";
import {
  serverNow,
  syncServerClock,
} from "../../../../src/lib/server/server-clock.ts";

const HOUR = 60 * 60_000;
const TRUE = Date.parse("2026-11-25T11:42:00Z");

test("a display without a battery begins at an old time, until the network sets its clock", async () => {
  const toFake = ["Date", "setInterval"] as const;
  vi.useFakeTimers({ now: TRUE - 8 * HOUR, toFake: [...toFake] });
  const headers = { date: new Date(TRUE).toUTCString() };
  vi.stubGlobal("fetch", async () => new Response(null, { headers }));
  await syncServerClock();
  expect(Math.abs(serverNow() - TRUE)).toBeLessThan(2_000);

  vi.setSystemTime(TRUE);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(Math.abs(serverNow() - TRUE)).toBeLessThan(20_000);
});
