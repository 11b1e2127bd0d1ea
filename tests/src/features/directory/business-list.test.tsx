/** The admins' list of businesses: product.md O31, O32, O33. */
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { AddBusiness } from "../../../../src/features/directory/add-business.tsx";
import { BusinessList } from "../../../../src/features/directory/business-list.tsx";
import type { Listed } from "../../../../src/features/directory/types.ts";
import { Toasts } from "../../../../src/ui/toast.tsx";
import { click, draw, find, freshBackend, press } from "../../fake-backend.tsx";
import { page, pass, type } from "../../fake-session.tsx";
import { id } from "../../samples.ts";
import { act } from "../../act.ts";
import { stubWidth } from "../../width.ts";
import { fill, texts } from "../../user.ts";

const FIRST = { numItems: 20, cursor: null };
const EVERYTHING = {
  text: "",
  plan: null,
  state: null,
  sort: "newest",
} as const;
const backend = freshBackend();

beforeEach(() => {
  stubWidth(true);
  vi.stubGlobal("scrollTo", () => undefined);
  history.replaceState(null, "", "/admin/businesses");
  backend.set(
    api.admin.directory.totals,
    {},
    {
      businesses: 41,
      byPlan: { starter: 30, pro: 10, enterprise: 1 },
      byState: { none: 1, active: 40, pastDue: 0, lapsed: 0 },
      days: [],
      waitingNow: 0,
      servedToday: 0,
      asOf: null,
    },
  );
});

const business = (name: string, more: Partial<Listed> = {}): Listed => ({
  businessId: id(name),
  userId: id(`${name}'s owner`),
  name,
  email: `${name.toLowerCase()}@example.com`,
  plan: "starter",
  state: "active",
  source: "stripe",
  flag: null,
  createdAt: Date.parse("2026-11-18T12:00:00Z"),
  isErasing: false,
  ...more,
});

/** Sets a page of results and the cursor of the next one. */
function answer(
  asked: object,
  names: readonly string[],
  cursor: string | null = null,
  next: string | null = null,
) {
  backend.set(
    api.admin.directory.search,
    { ...EVERYTHING, ...asked, paginationOpts: { ...FIRST, cursor } },
    {
      page: names.map((name) => business(name)),
      isDone: next === null,
      continueCursor: next ?? "",
    },
  );
}

const show = () =>
  draw(
    backend,
    <MemoryRouter>
      <BusinessList />
      <Toasts pace="owner" />
    </MemoryRouter>,
  );
const rows = () => texts("tbody th a");

test("the list pages forward and back, showing the range and the total", async () => {
  const names = Array.from({ length: 20 }, (_, n) => `Shop ${n + 1}`);
  answer({}, names, null, "two");
  answer({}, ["Shop 21"], "two");
  await show();
  expect(rows()).toEqual(names);
  // Addresses break after @ and dots.
  expect(find("td bdi").querySelectorAll("wbr")).toHaveLength(2);
  find("[role=status]", "1–20 of 41");
  await press("Next");
  expect(rows()).toEqual(["Shop 21"]);
  find("[role=status]", "21–21 of 41");
  expect(find("button", "Next").getAttribute("aria-disabled")).toBe("true");
  await press("Previous");
  expect(rows()).toEqual(names);
});

test("a search that has not looked through all businesses says so and goes on", async () => {
  history.replaceState(null, "", "/admin/businesses?text=ldest");
  answer({ text: "ldest" }, [], null, "further");
  answer({ text: "ldest" }, ["Oldest"], "further", "last");
  answer({ text: "ldest" }, [], "last");
  await show();
  expect(document.body.textContent).toMatch(
    /No business matches '.?ldest.?' so far\./,
  );
  await press("Search further");
  expect(rows()).toEqual(["Oldest"]);
  await press("Search further");
  find("button", "Clear search");
});

test("a new filter starts at the first page, keeps the rows until the answer, and is in the address", async () => {
  answer({}, ["Old"], null, "two");
  answer({}, ["Older"], "two");
  await show();
  await press("Next");
  await fill(find("select", /Starter/), "pro");
  expect(rows()).toEqual(["Older"]);
  expect(document.querySelector("tbody")?.ariaBusy).toBe("true");
  await act(async () => answer({ plan: "pro" }, ["On Pro"]));
  expect(rows()).toEqual(["On Pro"]);
  find("[role=status]", "1–1 of 10");
  expect(location.search).toBe("?plan=pro");
});

test("typing dims the rows at once, before the search runs", async () => {
  vi.useFakeTimers();
  answer({}, ["Everybody"]);
  answer({ text: "zoë" }, ["Zoë's"]);
  await show();
  await fill("[type=search]", "zoë");
  expect(rows()).toEqual(["Everybody"]);
  expect(document.querySelector("tbody")?.ariaBusy).toBe("true");
  await pass(250);
  expect(rows()).toEqual(["Zoë's"]);
  expect(document.querySelector("tbody")?.ariaBusy).toBeNull();
});

test("a new business: each field has its own error, and the first gets the focus", async () => {
  await draw(backend, <AddBusiness />);
  const wrong = () =>
    [...document.querySelectorAll<HTMLElement>("[aria-invalid=true]")].map(
      (field) => field.getAttribute("name"),
    );
  await press("Add Business");
  await click("[type=submit]");
  find("[role=alert]", /Email, password, and business name are required$/);
  expect(wrong()).toEqual(["email", "password", "businessName"]);
  await vi.waitFor(() =>
    expect(document.activeElement?.getAttribute("name")).toBe("email"),
  );
  await type("email", "zoe@example.com");
  await type("password", "short");
  await type("businessName", "Nails");
  await click("[type=submit]");
  expect(wrong()).toEqual(["password"]);
  expect(backend.sent).toEqual([]);
});

test("deleting a business needs its name, and one that is being deleted has no such button", async () => {
  answer({}, ["Nails"]);
  backend.on(api.admin.directory.remove, () => ({ ok: true }));
  await show();
  await click("[aria-label='Delete Nails']");
  await type("businessName", "Nail");
  await press(/^Delete business/);
  find("[role=dialog]", /That's not the name of the business\./);
  expect(backend.sent).toEqual([]);
  await type("businessName", "nails");
  await press(/^Delete business/);
  expect(backend.sent.map(({ args }) => args)).toEqual([
    { businessId: "Nails", businessName: "nails" },
  ]);
  expect(page()).toContain("Business deleted successfully");
  await backend.change(
    api.admin.directory.search,
    { ...EVERYTHING, paginationOpts: FIRST },
    {
      page: [business("Nails", { isErasing: true })],
      isDone: true,
      continueCursor: "",
    },
  );
  find("th", /Being deleted$/);
  expect(document.querySelector("[aria-label^=Delete]")).toBeNull();
});
