/** The join page reports once in half an hour that its waits were seen. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { LOOK_MS } from "../../../../convex/reports/rules/lookTime.ts";
import { isClientSecret } from "../../../../convex/base/rules/secrets.ts";
import { lookAt, useLook } from "../../../../src/features/join/look.ts";
import { draw, freshBackend } from "../../fake-backend.tsx";
import { NOW } from "../../samples.ts";

const backend = freshBackend();
beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
function Door({ shop, seen }: { shop: string; seen: boolean }) {
  useLook(shop, seen);
  return null;
}

test("a look is sent with its own key once the queues are seen, and again after half an hour", async () => {
  backend.on(api.reports.looks.look, () => null);
  const told = () => backend.sent.map(({ args }) => args);
  await draw(backend, <Door shop="a" seen={false} />);
  expect(told()).toEqual([]);
  await draw(backend, <Door shop="a" seen />);
  await draw(backend, <Door key="reload" shop="a" seen />);
  const [first, ...more] = told();
  expect(more).toEqual([]);
  expect(first).toMatchObject({ businessId: "a" });
  const key = lookAt("a") ?? "";
  expect(isClientSecret(key)).toBe(true);
  expect(first).toMatchObject({ key });
  expect(lookAt("b")).toBeUndefined();
  vi.setSystemTime(NOW + LOOK_MS);
  expect(lookAt("a")).toBeUndefined();
  await draw(backend, <Door key="later" shop="a" seen />);
  expect(told()).toHaveLength(2);
});
