/** A session for screens under test: the test signs in and out, and screens follow. */
import { ConvexError } from "convex/values";
import type { ReactElement, ReactNode } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { beforeEach, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Me } from "../../src/lib/account/me.ts";
import { Toasts } from "../../src/ui/toast.tsx";
import { draw, type FakeBackend } from "./fake-backend.tsx";
import { defaultHours } from "../../convex/business/rules/hours.ts";
import { nextPlan } from "../../convex/base/rules/plans.ts";
import { board, id, line, queue } from "./samples.ts";
import { act } from "./act.ts";
import { beSigned, signIn, signOut } from "./fake-auth.ts";

export { beSigned, signIn, signOut };

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
    name: null,
    isAdmin: false,
    adminSession: null,
    needsProof: false,
    viewing: null,
    tablet: null,
    business: {
      businessId: id("shop"),
      name: "Fade & Fortune",
      role: "owner",
      logoUrl: null,
      timezone: "Europe/London",
      country: "GB",
      clock: "h24",
      isDemo: false,
      ticketLimit: 10,
      queueLimit: 5,
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
        confirmUrl: null,
        cancelAt: null,
        currentPeriodEnd: null,
        isOnHold: false,
        isUnpaid: false,
        upgradeTo: nextPlan(plan),
        canManage: true,
        activeTickets: null,
        ...more.subscription,
      },
    },
  };
}

/** Somebody who works in that shop; the server tells them nothing of its bill. */
export function member(
  role: "manager" | "staff",
  more: NonNullable<Parameters<typeof owner>[0]> = {},
): Me {
  const bill = { canManage: false, confirmUrl: null, upgradeTo: null };
  return owner({
    ...more,
    ...{ role, subscription: { ...bill, ...more.subscription } },
  });
}

/** An open portal session with the password given just now. */
export const PORTAL = {
  until: 8.64e15,
  confirmedUntil: 8.64e15,
  needsSecondFactor: false,
} as const;
/** A deployment with its real services. */
export const REAL = { payments: "real", mail: "real" } as const;
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

/** Opens a screen at its address or `path`; other addresses show themselves. Returns a function that closes it. */
export async function open(
  backend: FakeBackend,
  address: string | { pathname: string; state?: unknown },
  screen: { path: string; element: ReactNode } | ReactElement,
): Promise<() => Promise<void>> {
  const to = typeof address === "string" ? address : address.pathname;
  const { path, element } =
    "path" in screen
      ? screen
      : { path: to.replace(/[?#].*/, ""), element: screen };
  return await draw(
    backend,
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path={path} element={element} />
        <Route path="*" element={<Place />} />
      </Routes>
      <Toasts pace="owner" />
    </MemoryRouter>,
  );
}

/** The address that the user was led to. Null while the screen itself is shown. */
export const place = (): string | null =>
  document.getElementById("place")?.textContent ?? null;
/** What a call answers that the server refuses. */
export const refusing =
  (code: string, details: object = {}) =>
  () =>
    Promise.reject(new ConvexError({ code, ...details }));
/** All text on the page. */
export const page = (): string => document.body.textContent ?? "";

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
  await act(async () => await vi.advanceTimersByTimeAsync(ms));
}

/** An owner's shop with one queue, at whose counter #1 is called and two wait, for pages with the dashboard. */
export function furnish(backend: FakeBackend, me: Me = owner()): void {
  const { queueId } = board();
  backend.set(api.desk.queues.list, {}, [queue("Walk-ins", { queueId })]);
  backend.set(api.desk.actions.board, { queueId }, board());
  backend.set(api.line.tickets.line, { queueId }, line([2, 3]));
  backend.set(api.account.deployment.current, {}, REAL);
  backend.set(api.account.current.me, {}, me);
  beSigned("in");
}
