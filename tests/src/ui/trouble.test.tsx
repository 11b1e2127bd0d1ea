/** What replaces a failed screen or a failed part of it. */
import { beforeEach, expect, test, vi } from "vitest";
import { ErrorBoundary } from "../../../src/app/error-boundary.tsx";
import { CardBoundary } from "../../../src/ui/card-boundary.tsx";
import { draw, FakeBackend, find, press } from "../fake-backend.tsx";
import { page } from "../fake-session.tsx";

let broken: boolean;
beforeEach(() => {
  broken = true;
  // React and the boundaries log what they caught.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

function Part() {
  if (broken) throw new Error("secret detail");
  return <p>All well</p>;
}

test("a failed screen offers a refresh, the way home and a reference for support", async () => {
  await draw(
    new FakeBackend(),
    <ErrorBoundary>
      <Part />
    </ErrorBoundary>,
  );
  find("h1", "Something went wrong");
  // The focus is lost with the screen: without this, screen readers stay silent.
  find("[role=alert]", /^Nothing is lost/);
  find("button", "Refresh Page");
  const home = find("a", "Go to Home") as HTMLAnchorElement;
  expect(home.getAttribute("href")).toBe("/");
  expect(page()).toMatch(/Reference [0-9A-Z]{4}-\d\d:\d\d\./);
  expect(page()).not.toContain("secret detail");
});

test("a failed part leaves the rest and can be tried again", async () => {
  await draw(
    new FakeBackend(),
    <>
      <CardBoundary>
        <Part />
      </CardBoundary>
      <p>The rest</p>
    </>,
  );
  find("[role=alert]", /Component failed to load\./);
  expect(page()).toContain("The rest");
  broken = false;
  await press("Try Again");
  find("p", "All well");
  expect(page()).not.toContain("Component failed to load.");
});
