/** A foreign link does not touch the session of a user who follows it. Blocked storage is said. */
import { Fragment } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { AccountArea } from "../../../src/app/account-area.tsx";
import { act } from "../act.ts";

const { client } = vi.hoisted(() => ({
  client: {
    address: "http://127.0.0.1:1",
    action: vi.fn(() => Promise.resolve({ tokens: null })),
    setAuth: vi.fn(),
    clearAuth: vi.fn(),
  },
}));
vi.mock("../../../src/lib/server/convex-client", () => ({
  openConvexClient: () => client,
}));
vi.mock("../../../src/features/shell/ended-session", () => ({
  EndedSession: () => null,
}));

afterEach(() => vi.restoreAllMocks());

async function show(path: string) {
  const box = document.createElement("div");
  const root = createRoot(box);
  await act(async () => {
    root.render(
      <MemoryRouter initialEntries={[path]}>
        <AccountArea frame={Fragment}>the screen</AccountArea>
      </MemoryRouter>,
    );
  });
  return { box, root };
}

function blockStorage() {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
}

test("a page with sign-in says that the browser blocks storage", async () => {
  blockStorage();
  const { box, root } = await show("/login");
  expect(box.textContent).toContain(
    `Your browser is blocking storage for this page. Allow cookies for ${location.host}, then reload the page.`,
  );
  expect(box.textContent).not.toContain("the screen");
  await act(async () => root.unmount());
});

test("the page that ends mails needs no storage", async () => {
  blockStorage();
  const { box, root } = await show("/unsubscribe/");
  expect(box.textContent).toBe("the screen");
  await act(async () => root.unmount());
});

test("'?code=' in the address does not end the session", async () => {
  const jwt = "__convexAuthJWT_http1270011";
  localStorage.setItem(jwt, "token");
  history.replaceState(null, "", "/dashboard?code=x");
  const { root } = await show("/dashboard");
  await vi.waitFor(() => expect(client.setAuth).toHaveBeenCalled());
  expect(client.action).not.toHaveBeenCalled();
  expect(localStorage.getItem(jwt)).toBe("token");
  expect(window.location.search).toBe("?code=x");
  await act(async () => root.unmount());
});
