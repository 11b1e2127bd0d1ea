/** How long messages stay, and how many. */
import { toast, useToasterStore } from "react-hot-toast/headless";
import { beforeEach, expect, test, vi } from "vitest";
import { isOwnerPath } from "../../../src/lib/address/paths.ts";
import { showError, showSuccess, Toasts } from "../../../src/ui/toast.tsx";
import { draw, FakeBackend, find } from "../fake-backend.tsx";
import { page, pass } from "../fake-session.tsx";
import { act } from "../act.ts";
import { texts } from "../user.ts";

beforeEach(() => vi.useFakeTimers());

// product.md S3.
test.each([
  ["public", "success", 2_000],
  ["public", "error", 4_000],
  ["owner", "success", 3_000],
  ["owner", "error", 5_000],
] as const)("on a page of the %s, %s stays %d ms", async (pace, kind, ms) => {
  await draw(new FakeBackend(), <Toasts pace={pace} />);
  const show = kind === "success" ? showSuccess : showError;
  await act(async () => show("Told"));
  await pass(ms - 100);
  expect(page()).toContain("Told");
  await pass(200);
  expect(page()).not.toContain("Told");
});

// https://github.com/nvaccess/nvda/issues/14591
test("screen readers hear a success: its region was there before; an error is an alert outside it", async () => {
  await draw(new FakeBackend(), <Toasts pace="owner" />);
  const region = find("[role=status]");
  expect(region.textContent).toBe("");
  await act(async () => showSuccess("Saved"));
  await act(async () => showError("Trouble"));
  expect(document.querySelectorAll("[role=status]")).toHaveLength(1);
  expect(region.isConnected).toBe(true);
  expect(region.textContent).toBe("Saved");
  find("[role=alert]", "Trouble");
});

test("a progress message stays until it is dismissed", async () => {
  await draw(new FakeBackend(), <Toasts pace="public" />);
  await act(async () => toast.loading("Working"));
  await pass(120_000);
  expect(page()).toContain("Working");
  await act(async () => toast.dismiss());
  expect(page()).not.toContain("Working");
});

const Kept = () => <p id="kept">{useToasterStore().toasts.length}</p>;

test("20 are kept, the newest three are shown, and a repeated text only once", async () => {
  await draw(
    new FakeBackend(),
    <>
      <Toasts pace="public" />
      <Kept />
    </>,
  );
  await act(async () => {
    for (let n = 1; n <= 25; n += 1) showError(`Trouble ${n}.`);
    showError("Trouble 25.");
  });
  find("#kept", "20");
  expect(texts("[role=alert]")).toEqual([
    "Trouble 25.",
    "Trouble 24.",
    "Trouble 23.",
  ]);
});

test.each([
  ["/dashboard", true],
  ["/setup/", true],
  ["/subscription-success", true],
  ["/login", false],
  ["/payment-required", false],
  ["/checkout-success", false],
  ["/admin/businesses", true],
  // Unknown addresses that start like a known one.
  ["/profilex", false],
  ["/setup-try", false],
  ["/administrator", false],
])("%s is the owner's page: %s", (path, own) => {
  expect(isOwnerPath(path)).toBe(own);
});
