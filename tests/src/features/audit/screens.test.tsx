/** The audit log in the portal, and the owner's part of it. */
import { expect, test } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { EntryPages } from "../../../../src/features/audit/entry-pages.tsx";
import OwnRecord from "../../../../src/features/audit/own-record.tsx";
import AdminAudit from "../../../../src/routes/admin/audit.tsx";
import { closeDrawn, find, freshBackend, press } from "../../fake-backend.tsx";
import { open, page } from "../../fake-session.tsx";
import { act } from "../../act.ts";
import { id } from "../../samples.ts";
import { fill, valueOf } from "../../user.ts";

const ALL = { text: "", action: null, businessId: null, from: null, to: null };
const FIRST = { paginationOpts: { numItems: 20, cursor: null } };
const listOf = (...entries: object[]) => ({
  page: entries.map((entry, eventId) => ({ ...ENTRY, ...entry, eventId })),
  isDone: true,
  continueCursor: "",
});
const ENTRY = {
  at: Date.parse("2026-11-20T12:00:00Z"),
  by: { kind: "admin", email: "ann@example.com" },
  action: "planGranted",
  businessId: "shop",
  subject: "Fade & Fortune",
  name: null as string | null,
  before: { plan: "starter" },
  after: { plan: "pro" },
};
const AUDIT = <AdminAudit />;
const backend = freshBackend();

test("an entry shows action, business, actor and changes; a deleted business has no link", async () => {
  const gone = { subject: "", before: null, after: null };
  const byStripe = { kind: "stripe", email: null };
  backend.set(
    api.admin.audit.search,
    { ...ALL, ...FIRST },
    listOf({}, { ...gone, action: "businessDeleted", by: byStripe }),
  );
  await open(backend, "/admin/audit", AUDIT);
  expect(page()).toMatch(/Plan granted.*Fade & Fortune.*Starter → Pro/);
  expect(page()).toContain("ann@example.com");
  expect(page()).toMatch(/Business deleted.*A deleted business.*Stripe/);
  const links = [...document.querySelectorAll("main a, ul a")];
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/admin/businesses/shop",
  ]);
});

test("an entry of the team names the person and links the business, whose own page names the person too", async () => {
  const removed = { ...ofTeam(null), action: "memberRemoved", after: null };
  const entries = listOf({ ...removed, by: ENTRY.by });
  backend.set(api.admin.audit.search, { ...ALL, ...FIRST }, entries);
  const own = { ...ALL, businessId: id<"businesses">("shop") };
  backend.set(api.admin.audit.search, { ...own, ...FIRST }, entries);
  await open(backend, "/admin/audit", AUDIT);
  expect(page()).toMatch(/Removed from the team.*Sam.*Fade & Fortune/);
  expect(find("ul a").textContent).toBe("Fade & Fortune");
  await closeDrawn();
  await open(backend, "/", <EntryPages search={own} onClear={null} />);
  find("li", /Removed from the team.*Sam/);
  expect(page()).not.toContain("Fade & Fortune");
});

test("the search comes from the address, with whole days in local time, and can be cleared", async () => {
  const midnight = (day: string) => new Date(`${day}T00:00`).getTime();
  const asked = {
    ...{ text: "fade", action: "viewBegan", businessId: null },
    from: midnight("2026-11-01"),
    to: midnight("2026-11-03"),
  };
  backend.set(api.admin.audit.search, { ...asked, ...FIRST }, listOf());
  const one = { businessId: "shop", name: "Fade" };
  const meant = { businesses: [one], more: true };
  backend.set(api.admin.audit.meant, { text: "fade" }, meant);
  backend.set(api.admin.audit.search, { ...ALL, ...FIRST }, listOf());
  const search = "?text=fade&action=viewBegan&from=2026-11-01&to=2026-11-02";
  await open(backend, `/admin/audit${search}`, AUDIT);
  expect(page()).toContain("Nothing found.");
  expect(page()).toContain("More businesses match:");
  expect(valueOf("text")).toBe("fade");
  await press("Clear search");
  expect(page()).toContain("Nothing has been recorded yet.");
  expect(page()).not.toContain("More businesses");
  expect(valueOf("text")).toBe("");
});

test("a search keeps the focus in its field", async () => {
  for (const text of ["", "fade"])
    backend.set(api.admin.audit.search, { ...ALL, text, ...FIRST }, listOf());
  await open(backend, "/admin/audit", AUDIT);
  const field = find("[name=text]") as HTMLInputElement;
  await fill("[name=text]", "fade");
  await act(async () => {
    field.focus();
    field.form?.requestSubmit();
  });
  expect(document.activeElement).toBe(find("[name=text]"));
  expect(valueOf("text")).toBe("fade");
});

test("invalid values in the address are ignored", async () => {
  backend.set(api.admin.audit.search, { ...ALL, ...FIRST }, listOf({}));
  const made = "?action=toString&from=2026-99-99&to=now";
  await open(backend, `/admin/audit${made}`, AUDIT);
  expect(page()).toContain("Plan granted");
});

const ofTeam = (by: string | null) => ({
  ...{ name: "Sam", by, after: { role: "manager" } },
});

test("an owner reads entries in plain words, also those of unknown actions", async () => {
  backend.set(
    api.admin.audit.ofMine,
    FIRST,
    listOf(
      ...[
        { after: { grantedPlan: "pro" } },
        { action: "supportStatus", after: { status: "resolved" } },
        { action: "viewBegan", after: null },
        { action: "somethingNewer", after: null },
        { ...ofTeam("Ada"), action: "memberInvited" },
        { ...ofTeam("Sam"), action: "memberJoined" },
        { ...ofTeam(null), action: "memberRoleChanged" },
        { ...ofTeam("Ada"), action: "memberRemoved", after: null },
        { ...ofTeam("Sam"), action: "memberRemoved", after: null },
        { ...ofTeam(null), action: "memberPinSet", after: null },
        { ...ofTeam(null), action: "tabletPaired", name: "Front desk" },
        { ...ofTeam(null), action: "tabletEnded", name: "Front desk" },
      ].map((one) => ({ name: null, by: null, ...one })),
    ),
  );
  const element = <OwnRecord timeZone="Europe/London" />;
  await open(backend, "/profile", element);
  for (const sentence of [
    "We gave you Pro without payment.",
    "We marked your message as resolved.",
    "We started viewing your business",
    "We worked on your account.",
    "Sam was invited as a manager.By Ada",
    "Sam joined the team.",
    "Sam is now a manager.",
    "Sam was removed from the team.By Ada",
    "Sam left the team.",
    "Sam got a new PIN.",
    "The tablet Front desk was paired.",
    "The tablet Front desk was removed.",
  ]) {
    expect(page().replaceAll(/[\u2068\u2069]/g, "")).toContain(sentence);
  }
  expect(page().match(/By /g)).toHaveLength(2);
});
