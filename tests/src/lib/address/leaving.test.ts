/** Where a browser may be sent, and how long a screen waits. */
import { expect, test, vi } from "vitest";
import {
  leaveFor,
  onReturn,
  outsideAddress,
} from "../../../../src/lib/address/leave-for.ts";
import { within } from "../../../../src/lib/server/within.ts";

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "blob:https://pay.example/1",
])("%s is refused", (address) => {
  expect(() => leaveFor(address)).toThrow("Not a web page");
});

test.each([
  "http://localhost:3003/checkout/cs_1",
  "http://127.0.0.1:3003/checkout/cs_1",
  "http://[::1]:3003/checkout/cs_1",
])("%s, a program beside ours, is reached at this page's host", (address) => {
  const here = new URL("http://192.168.1.7:3000/");
  expect(outsideAddress(address, here)).toBe(
    "http://192.168.1.7:3003/checkout/cs_1",
  );
});

test("the real service is used as it is", () => {
  const address = "https://checkout.stripe.example/c/cs_1#a";
  expect(outsideAddress(address)).toBe(address);
});

test("a path without a host is refused", () => {
  expect(() => leaveFor("/dashboard")).toThrow();
});

test("a page that returns from the browser's memory is notified", () => {
  const told = vi.fn();
  const stop = onReturn(told);
  const shown = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  shown(false);
  expect(told).not.toHaveBeenCalled();
  shown(true);
  expect(told).toHaveBeenCalledTimes(1);
  stop();
  shown(true);
  expect(told).toHaveBeenCalledTimes(1);
});

test("an answer in time is returned; a late one is a failure", async () => {
  await expect(within(Promise.resolve(1), 1_000)).resolves.toBe(1);
  vi.useFakeTimers();
  const late = expect(within(new Promise(() => undefined), 1_000)).rejects;
  const outcome = late.toThrow("No answer within 1000 ms");
  await vi.advanceTimersByTimeAsync(1_000);
  await outcome;
});
