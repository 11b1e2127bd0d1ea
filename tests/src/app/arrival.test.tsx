/** Where the focus goes when the address changes. */
import { createRoot } from "react-dom/client";
import {
  MemoryRouter,
  useNavigate,
  type NavigateFunction,
} from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { Arrival } from "../../../src/app/arrival.tsx";
import { act } from "../act.ts";

const scrollTo = vi.fn();
let go: NavigateFunction;
function Screen() {
  go = useNavigate();
  return (
    <main id="main" tabIndex={-1}>
      <select />
      <Arrival />
    </main>
  );
}

beforeEach(async () => {
  scrollTo.mockReset();
  window.scrollTo = scrollTo;
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  await act(async () =>
    createRoot(place).render(
      <MemoryRouter initialEntries={["/reports"]}>
        <Screen />
      </MemoryRouter>,
    ),
  );
  document.querySelector("select")?.focus();
});
const focused = () => document.activeElement?.tagName;

test("a filter that a screen writes to its address keeps the focus and the scroll position", async () => {
  await act(async () => go("/reports?days=28", { replace: true }));
  await act(async () => go("/reports", { replace: true }));
  expect(focused()).toBe("SELECT");
  expect(scrollTo).not.toHaveBeenCalled();
});

test.each([
  ["another screen", "/profile", false],
  ["another screen in place of this one", "/login", true],
  ["what a link opens on the same screen", "/reports?thread=1", false],
  ["a link to the screen that is open", "/reports", true],
])("%s starts at the top, focus on its content", async (_, to, replace) => {
  await act(async () => go(to, { replace }));
  expect(focused()).toBe("MAIN");
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
});
