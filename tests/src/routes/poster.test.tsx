/** 'Posters & TV': the display's address, to be typed or copied. */
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import Posters from "../../../src/routes/poster.tsx";
// Loaded already, so that it takes no time that React cannot see.
import "../../../src/features/sharing/tv-card.tsx";
import { find, freshBackend, press } from "../fake-backend.tsx";
import { beSigned, open, owner } from "../fake-session.tsx";

const backend = freshBackend();

test("the whole address of the display is shown, and copied with a press", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>();
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  backend.set(api.account.current.me, {}, owner());
  beSigned("in");
  await open(backend, "/poster?show=tv", <Posters />);
  const { businessId } = owner().business ?? {};
  const address = `${location.origin}/display?b=${businessId}`;
  await vi.waitFor(() => find("p", address));
  await press("Copy link");
  expect(writeText).toHaveBeenCalledWith(address);
});
