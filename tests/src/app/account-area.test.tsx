/** A foreign link does not touch the session of a user who follows it. */
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
