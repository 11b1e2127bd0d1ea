/** One clock for all: a newcomer draws nobody else again, and nobody sees the time from before a pause. */
import { memo, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { useNow } from "../../../../src/lib/time/use-now.ts";
import { act } from "../../act.ts";
import { draw, FakeBackend, find } from "../../fake-backend.tsx";
import { pass } from "../../fake-session.tsx";
import { NOW } from "../../samples.ts";

let drawn = 0;
let show: (clocks: number) => Promise<void>;

// Its parent does not draw it again.
const First = memo(function First() {
  drawn += 1;
  return <b>{useNow("minute") - NOW}</b>;
});
const Other = () => <i>{useNow("minute") - NOW}</i>;

function Clocks() {
  const [clocks, setClocks] = useState(0);
  show = async (next) => await act(async () => setClocks(next));
  return [clocks > 0 && <First key="1" />, clocks > 1 && <Other key="2" />];
}

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  await draw(new FakeBackend(), <Clocks />);
});

test("a second clock shares the time of the first, which is not drawn again", async () => {
  await show(1);
  await pass(10_000);
  drawn = 0;
  await show(2);
  expect(drawn).toBe(0);
  expect(find("i").textContent).toBe(find("b").textContent);
  await pass(5_000);
  expect(find("i").textContent).toBe("15000");
});

test("the first clock after a pause has the time of now", async () => {
  await show(1);
  await show(0);
  await pass(60_000);
  await show(1);
  expect(find("b").textContent).toBe("60000");
});
