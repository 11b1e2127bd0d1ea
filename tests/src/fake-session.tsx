/**
 * A session for screens under test: the test signs in and out, and screens follow. A test file uses vi.mock to replace
 * the auth library's hooks with it.
 */
import { useSyncExternalStore, type ReactNode } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { beforeEach, vi } from "vitest";
import type { Me } from "../../src/lib/account/me.ts";
import { Toasts } from "../../src/ui/toast.tsx";
import { draw, type FakeBackend } from "./fake-backend.tsx";
import { defaultHours } from "../../convex/business/rules/hours.ts";
import { nextPlan } from "../../convex/base/rules/plans.ts";
import { id } from "./samples.ts";
import { act } from "./act.ts";

type Auth = { isLoading: boolean; isAuthenticated: boolean };
type SignIn = (provider: string, params: object) => Promise<unknown>;

let auth: Auth = { isLoading: false, isAuthenticated: false };
const watchers = new Set<() => void>();

export const signIn = vi.fn<SignIn>();
export const signOut = vi.fn<() => Promise<void>>();

const subscribe = (notify: () => void) => {
  watchers.add(notify);
  return () => watchers.delete(notify);
};

/** Replaces convex/react's hook. */
export function useConvexAuth(): Auth {
  return useSyncExternalStore(subscribe, () => auth);
}

/** Replaces @convex-dev/auth/react. */
export const authLibrary = {
  useAuthActions: () => ({ signIn, signOut }),
  useAuthToken: () => (auth.isAuthenticated ? "token" : null),
};

/** Sets the session from now on. */
export function beSigned(how: "in" | "out" | "checking"): void {
  auth = { isLoading: how === "checking", isAuthenticated: how === "in" };
  watchers.forEach((notify) => notify());
}

beforeEach(() => {
  beSigned("out");
  signIn.mockReset().mockResolvedValue({ signingIn: true });
  signOut.mockReset().mockResolvedValue(undefined);
});

type Business = NonNullable<Me["business"]>;

/** The owner of a shop that is paid for and set up. */
export function owner(
  more: Partial<Omit<Business, "subscription">> & {
    subscription?: Partial<Business["subscription"]>;
  } = {},
): Me {
  const plan = more.plan ?? "starter";
  return {
    userId: id("anna"),
    email: "anna@example.com",
    isAdmin: false,
    adminSession: null,
    needsProof: false,
    viewing: null,
    business: {
      businessId: id("shop"),
      name: "Fade & Fortune",
      logoUrl: null,
      timezone: "Europe/London",
      country: "GB",
      isDemo: false,
      ticketLimit: 10,
      queueLimit: 5,
      autoComplete: true,
      graceMinutes: 5,
      notice: null,
      operatingHours: defaultHours,
      specialDays: [],
      setupCompletedAt: 1,
      ...more,
      plan,
      subscription: {
        state: "active",
        isSubscribed: true,
        plan,
        source: "stripe",
        graceEndsAt: null,
        cancelAt: null,
        currentPeriodEnd: null,
        isOnHold: false,
        upgradeTo: nextPlan(plan),
        canManage: true,
        activeTickets: null,
        ...more.subscription,
      },
    },
  };
}

/** An open portal session with the password given just now. */
export const PORTAL = {
  until: 8.64e15,
  confirmedUntil: 8.64e15,
  needsSecondFactor: false,
} as const;

export const UNPAID = {
  state: "none",
  isSubscribed: false,
  upgradeTo: null,
  canManage: false,
} as const;

function Place() {
  const { pathname, search } = useLocation();
  return <p id="place">{pathname + search}</p>;
}

/** Opens one screen at an address. Every other address only shows itself. Returns a function that closes it. */
export async function open(
  backend: FakeBackend,
  address: string | { pathname: string; state?: unknown },
  screen: { path: string; element: ReactNode },
): Promise<() => Promise<void>> {
  return await draw(
    backend,
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path={screen.path} element={screen.element} />
        <Route path="*" element={<Place />} />
      </Routes>
      <Toasts pace="owner" />
    </MemoryRouter>,
  );
}

/** The address that the user was led to. Null while the screen itself is shown. */
export function place(): string | null {
  return document.getElementById("place")?.textContent ?? null;
}

/** All text on the page. */
export function page(): string {
  return document.body.textContent ?? "";
}

/** Fills a field by its name, as typing would. */
export async function type(name: string, value: string): Promise<void> {
  const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (field === null) throw new Error(`No field ${name} in: ${page()}`);
  await act(async () => {
    field.value = value;
  });
}

/** Lets promises run and timers of `ms` expire. The test has set fake timers. */
export async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}
