/** A part of a screen whose file could not be fetched without a connection. */
import { expect, test, vi } from "vitest";
import { watchMissingFiles } from "../../../src/lib/server/newer-version.ts";
import { CardBoundary } from "../../../src/ui/card-boundary.tsx";
import { act } from "../act.ts";
import { draw, find, freshBackend } from "../fake-backend.tsx";

const backend = freshBackend();

test("says that the device is offline, and loads again when it is back", async () => {
  // React logs what its boundaries catch.
  vi.spyOn(console, "error").mockReturnValue();
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  watchMissingFiles();
  const payload = new TypeError("Failed to fetch dynamically imported module");
  window.dispatchEvent(
    Object.assign(new Event("vite:preloadError"), { payload }),
  );
  let isThere = false;
  function Part() {
    if (!isThere) throw payload;
    return <p>Figures</p>;
  }
  await draw(
    backend,
    <CardBoundary>
      <Part />
    </CardBoundary>,
  );
  find("p", "You're offline. This will load when you're back online.");
  isThere = true;
  online.mockReturnValue(true);
  await act(async () => window.dispatchEvent(new Event("online")));
  find("p", "Figures");
  expect(document.body.textContent).not.toContain("offline");
});
