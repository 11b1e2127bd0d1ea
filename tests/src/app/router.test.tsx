/** When an app with sign-in loads the files of its screens. */
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import {
  preloadScreen,
  Router,
  screen,
  type Site,
} from "../../../src/app/router.tsx";
import { act } from "../act.ts";

vi.mock("../../../src/app/account-area.tsx", () => ({
  AccountArea: ({ children }: { children: React.ReactNode }) => children,
}));

test("the login page is at hand once the first screen is drawn, and not before", async () => {
  history.replaceState(null, "", "/support");
  let arrive: (file: { default: () => string }) => void = () => undefined;
  const first = new Promise<{ default: () => string }>((resolve) => {
    arrive = resolve;
  });
  const login = vi.fn(async () => ({ default: () => "Log in" }));
  const site: Site = {
    name: "site",
    login: "/login",
    frame: ({ children }) => children,
    screens: {
      "/support": screen(async () => await first),
      "/login": screen(login),
    },
  };
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  preloadScreen(site);
  await act(async () => createRoot(place).render(<Router {...site} />));
  expect(login).not.toHaveBeenCalled();
  await act(async () => arrive({ default: () => "Billing" }));
  expect(place.textContent).toContain("Billing");
  expect(login).toHaveBeenCalledTimes(1);
});
