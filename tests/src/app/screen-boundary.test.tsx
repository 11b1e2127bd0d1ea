/** A screen that cannot be loaded. */
import { lazy, Suspense, type ReactNode } from "react";
import { Link, MemoryRouter, Route, Routes } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { ScreenBoundary } from "../../../src/app/screen-boundary.tsx";
import { ErrorBoundary } from "../../../src/app/error-boundary.tsx";
import { draw, FakeBackend, find, press } from "../fake-backend.tsx";
import { act } from "../act.ts";

const { missing, loadAgain, loadAgainOnce } = vi.hoisted(() => ({
  missing: new WeakSet<Error>(),
  loadAgain: vi.fn<() => Promise<boolean>>(),
  loadAgainOnce: vi.fn<() => Promise<void>>(),
}));
vi.mock("../../../src/lib/server/newer-version.ts", () => ({
  isMissingFile: (error: Error) => missing.has(error),
  loadAgain,
  loadAgainOnce,
}));

beforeEach(() => {
  loadAgain.mockReset().mockResolvedValue(false);
  loadAgainOnce.mockReset().mockResolvedValue();
  // React logs what its boundaries catch.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
const page = () => document.body.textContent ?? "";

async function visit(screen: ReactNode): Promise<void> {
  await draw(
    new FakeBackend(),
    <ErrorBoundary>
      <MemoryRouter>
        <Suspense>
          <ScreenBoundary>
            <Routes>
              <Route path="/" element={<Link to="/signup">Get Started</Link>} />
              <Route path="/signup" element={screen} />
            </Routes>
          </ScreenBoundary>
          <Link to="/">Home</Link>
        </Suspense>
      </MemoryRouter>
    </ErrorBoundary>,
  );
  await press("Get Started");
}

test("a screen that cannot load says so, retries on request and when online, and can be left", async () => {
  const error = new TypeError("Failed to fetch dynamically imported module");
  missing.add(error);
  const Signup = lazy(() => Promise.reject(error));
  await visit(<Signup />);
  find("h1", "This page could not be loaded");
  await press(/^Try again/);
  expect(loadAgain).toHaveBeenCalledTimes(1);
  find("[role=status]", "Still no connection.");
  await act(async () => window.dispatchEvent(new Event("online")));
  expect(loadAgainOnce).toHaveBeenCalledTimes(1);
  await press("Home");
  expect(page()).toContain("Get Started");
  expect(page()).not.toContain("could not be loaded");
});

test("an error in the screen itself goes to the app's own boundary", async () => {
  const Broken = lazy(() => Promise.reject(new Error("a bug")));
  await visit(<Broken />);
  find("h1", "Something went wrong");
});
