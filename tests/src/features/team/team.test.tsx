/** 'Team': who is listed, what each role may do, and how somebody is invited. */
import { ConvexError } from "convex/values";
import type { FunctionReturnType } from "convex/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import TeamScreen from "../../../../src/routes/team.tsx";
// Loaded already, so that it takes no time that React cannot see.
import "../../../../src/features/account/confirm-email.tsx";
import "../../../../src/routes/team/people.tsx";
import { act } from "../../act.ts";
import { call, click, find, freshBackend, press } from "../../fake-backend.tsx";
import { beSigned, open, owner, page, type } from "../../fake-session.tsx";
import { id } from "../../samples.ts";
import { stubWidth } from "../../width.ts";

const { tablets } = api.team;
type Tablets = FunctionReturnType<typeof tablets.list>;
type Team = FunctionReturnType<typeof api.team.people.list>;
type Person = Team["people"][number];
type Invitation = Team["invitations"][number];

const { invite, revoke } = api.team.invitations;
const { list, changeRole, remove, coverPhones } = api.team.people;
const NOW = Date.parse("2026-11-23T22:30:00Z");
const DAY = 24 * 60 * 60_000;
const backend = freshBackend();
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  // Its menus are sheets, which need nothing of the browser.
  stubWidth(false);
  beSigned("in");
  for (const change of [changeRole, remove, coverPhones, revoke])
    backend.on(change, () => null);
  backend.on(invite, () => ({ ok: true, url: null }));
});

const anna = (more: Partial<Person> = {}): Person => ({
  personId: id("anna"),
  name: null,
  email: "anna@example.com",
  role: "owner",
  isYou: true,
  hasPin: false,
  mayManage: false,
  ...more,
});
const sam: Person = anna({
  ...{ personId: id("sam"), name: "Sam", email: "sam@example.com" },
  ...{ role: "staff", isYou: false, mayManage: true },
});
const invited = (more: Partial<Invitation> = {}): Invitation => ({
  invitationId: id("invitation"),
  name: "Kim",
  email: "kim@example.com",
  role: "staff",
  expiresAt: NOW + 7 * DAY,
  mayManage: true,
  ...more,
});

async function show(
  team: Partial<Team> = {},
  more: Parameters<typeof owner>[0] & {
    needsProof?: boolean;
    found?: Tablets["tablets"];
  } = {},
) {
  const { needsProof = false, found = [], ...business } = more;
  const me = { ...owner(business), needsProof };
  backend.set(api.account.current.me, {}, me);
  backend.set(list, {}, {
    people: [anna()],
    invitations: [],
    limit: 3,
    sendsMail: true,
    coversPhones: false,
    ...team,
  } satisfies Team);
  backend.set(tablets.list, {}, { tablets: found, needsPins: true });
  await open(backend, "/team", <TeamScreen />);
}
const row = (text: RegExp) => find("main li.min-h-14", text);
const offered = (within: ParentNode) =>
  [...within.querySelectorAll("button")].map(
    (button) => button.getAttribute("aria-label") ?? button.textContent,
  );
const openMenu = async (name: string) =>
  await click(`[aria-label="Actions: ${name}"]`);
const field = (name: string) => find(`input[name=${name}]`);
const errorOf = (name: string) => {
  const about = field(name).getAttribute("aria-describedby") ?? "none";
  return document.getElementById(about)?.textContent ?? null;
};
async function fill(name: string, email: string) {
  await type("name", name);
  await type("email", email);
  await click("[type=submit]", /^Invite/);
}

describe("people", () => {
  test("the owner renames a member, gives another role, and removes them after a question", async () => {
    await show({ people: [anna(), sam] });
    expect(row(/Sam/).textContent).toContain("Staffsam@example.com");
    await openMenu("Sam");
    expect(offered(find("[role=dialog]"))).toEqual(
      expect.arrayContaining(["Rename", "Make manager", "Remove"]),
    );
    await press("Make manager");
    const { personId } = sam;
    expect(backend.sent).toEqual([
      call(changeRole, { personId, role: "manager" }),
    ]);
    await openMenu("Sam");
    await press("Remove");
    find("[role=alertdialog] h2", /Remove .*Sam/);
    find("[role=alertdialog] p", /Sam.* is logged out everywhere right away/);
    expect(backend.sent).toHaveLength(1);
    await click("[role=alertdialog] button", /^Remove/);
    expect(backend.sent[1]).toEqual(call(remove, { personId }));
  });

  test("a manager changes no role and no other manager, and invites staff only", async () => {
    const people = [
      anna({ isYou: false }),
      anna({ ...{ personId: id("max"), name: "Max" }, role: "manager" }),
      sam,
    ];
    await show({ people, limit: 9 }, { role: "manager" });
    expect(offered(row(/anna/))).toEqual([]);
    expect(offered(row(/Max/))).toEqual(["Edit your name"]);
    await openMenu("Sam");
    const choices = offered(find("[role=dialog]"));
    expect(choices).toContain("Remove");
    expect(choices.join()).not.toContain("Make");
    expect(document.querySelector("[name=role]")).toBeNull();
    await fill("Kim", "kim@example.com");
    expect(backend.sent[0]?.args).toMatchObject({ role: "staff" });
  });

  test("the switch for phone numbers sends the opposite of what it shows", async () => {
    await show();
    await click("label", /^Staff see full phone numbers/);
    expect(backend.sent).toEqual([call(coverPhones, { covers: true })]);
    expect(document.querySelector("main")?.textContent).toContain(
      "Otherwise they only see the last three digits.",
    );
  });
});

describe("inviting", () => {
  test("what is missing is said at its field, and nothing is sent", async () => {
    await show();
    await fill(" ", "kim@");
    expect(errorOf("name")).toContain("Enter a name.");
    expect(errorOf("email")).toContain("Valid email address is required");
    expect(backend.sent).toEqual([]);
  });

  test.each([
    ["personNameTaken", "name", /Someone here already has this name/],
    ["inTeam", "email", /already works here/],
  ])("%s is said at the field %s", async (code, name, text) => {
    backend.refuse(invite, code);
    await show();
    await fill("Kim", "kim@example.com");
    expect(errorOf(name)).toMatch(text);
    expect(field("email")).toHaveProperty("value", "kim@example.com");
  });

  test("a mail that was not sent is said above the fields", async () => {
    backend.refuse(invite, "invitationNotSent");
    await show();
    await fill("Kim", "kim@example.com");
    find("form [role=alert]", /could not be sent/);
  });

  test("a thrown refusal is said above the fields", async () => {
    backend.on(invite, () => {
      throw new ConvexError({ code: "emailUnproven" });
    });
    await show();
    await fill("Kim", "kim@example.com");
    find("form [role=alert]", /Confirm your e-mail address first/);
  });

  test("with an unproven address the way to confirm it replaces the form", async () => {
    await show({}, { needsProof: true });
    find("main button", "Confirm e-mail");
    expect(document.querySelector("main form")).toBeNull();
  });

  test("without mail the link is shown once", async () => {
    const url = "https://yourturn.example/invitation#secret";
    backend.on(invite, () => ({ ok: true, url }));
    await show({ sendsMail: false, invitations: [invited()] });
    await fill("Jo", "jo@example.com");
    find("[role=dialog] h2", /Link for .*Jo/);
    expect(find("[role=dialog] input")).toHaveProperty("value", url);
    expect(page()).toContain("It's only shown once.");
    await click("[aria-label=Close]");
    expect(document.querySelector("[role=dialog]")).toBeNull();
    await press("New link");
    find("[role=dialog] h2", /Link for .*Kim/);
  });
});

describe("open invitations", () => {
  test("each says until when its link works, by the shop's clock, or that it has expired", async () => {
    const late = { name: "Jo", email: "jo@example.com", expiresAt: NOW };
    const invitations = [invited(), invited(late)];
    await show({ invitations }, { timezone: "Asia/Tokyo" });
    expect(row(/Kim/).textContent).toContain("until Tue 1 December, 07:30");
    expect(row(/Jo/).textContent).toContain("Expired");
    expect(row(/Jo/).textContent).not.toContain("until");
  });

  test("a manager cannot change an invitation of a manager", async () => {
    const invitations = [invited({ role: "manager", mayManage: false })];
    await show({ invitations }, { role: "manager" });
    expect(offered(row(/Kim/))).toEqual([]);
  });
});

describe("limits", () => {
  const full = { people: [anna(), sam], invitations: [invited()] };

  test("at the plan's limit the owner has an upgrade instead of the form", async () => {
    await show(full);
    expect(page()).toContain("Your plan allows 3 people, including you.");
    find("main a", "Upgrade to Pro");
    expect(document.querySelector("main form")).toBeNull();
  });

  test("a manager has no upgrade", async () => {
    await show(full, { role: "manager" });
    expect(page()).toContain("Your plan allows 3 people, including you.");
    expect(document.querySelector("main")?.textContent).not.toContain(
      "Upgrade",
    );
  });

  test("an expired invitation takes no place", async () => {
    await show({ ...full, invitations: [invited({ expiresAt: NOW })] });
    expect(document.querySelector("main form")).not.toBeNull();
  });

  test("without a subscription people can be removed, and nobody invited", async () => {
    await show(full, { subscription: { isSubscribed: false } });
    find("main a", "Choose a plan");
    expect(offered(row(/Sam/))).toEqual(["Actions: Sam"]);
    expect(offered(row(/Kim/))).toEqual(["Withdraw Kim's invitation"]);
    expect(document.querySelector("main form")).toBeNull();
  });

  test("while a bill is open, paying it comes first", async () => {
    await show(full, { subscription: { isSubscribed: false, isOnHold: true } });
    find("main a", "Pay open bill");
  });

  test("without a connection nothing can be pressed", async () => {
    vi.useFakeTimers({ now: NOW });
    await show({ ...full, limit: 9 });
    await act(async () => {
      backend.connect(false);
      await vi.advanceTimersByTimeAsync(2_000);
    });
    const controls = "main li button, main form button, [type=checkbox]";
    const all = [...document.querySelectorAll(controls)];
    expect(all).toHaveLength(6);
    expect(all.filter((one) => !one.matches(":disabled"))).toEqual([]);
  });
});

describe("tablets", () => {
  const tablet = (
    more: Partial<Tablets["tablets"][number]> = {},
  ): Tablets["tablets"][number] => ({
    ...{ tabletId: id("tablet"), name: "Front desk", isPaired: true },
    person: null,
    ...more,
  });
  const add = async (name: string) => {
    await press("Add a tablet");
    const form = document.querySelector("[role=dialog] form");
    const field = form?.querySelector<HTMLInputElement>("[name=name]");
    if (field) field.value = name;
    const options = { bubbles: true, cancelable: true };
    await act(async () => form?.dispatchEvent(new Event("submit", options)));
  };

  test("one is added, and its code shown; until it is paired, the list says so", async () => {
    const tabletId = id("tablet");
    backend.on(tablets.add, () => ({ ok: true, tabletId, code: "ABCDEFG0" }));
    await show({}, { found: [tablet({ isPaired: false })] });
    await add(" Window ");
    expect(backend.sent.map(({ args }) => args)).toEqual([{ name: "Window" }]);
    expect(page()).toContain("Not paired yet");
    const status = () => find("[role=dialog] [role=status]").textContent;
    await vi.waitFor(() => expect(status()).toMatch(/^It works once/));
    await act(async () =>
      backend.set(tablets.list, {}, { tablets: [tablet()], needsPins: true }),
    );
    expect(status()).toMatch(/Window\S? is paired\.$/);
  });

  test("a short PIN is refused at its field, and not sent", async () => {
    await show({ people: [anna(), sam] }, { found: [tablet()] });
    await click("button[aria-label^='Actions: Sam']");
    await press("Set PIN");
    await type("pin", "12");
    await press(/^Save/);
    expect(document.activeElement).toBe(find("[name=pin][aria-invalid=true]"));
    expect(page()).toContain("A PIN has 4 to 6 digits.");
    expect(backend.sent).toEqual([]);
  });

  test("who is on one is shown, and who has no PIN; its end is asked for; PINs can be left out", async () => {
    backend.on(tablets.end, () => null);
    backend.on(tablets.needPins, () => null);
    const people = [anna({ hasPin: true }), sam];
    await show({ people }, { found: [tablet({ person: "Sam" })] });
    expect(row(/Front desk/).textContent).toMatch(/Sam\S? is using it/);
    expect(row(/sam@/).textContent).toContain("No PIN yet");
    expect(row(/anna@/).textContent).not.toContain("PIN");
    await press(/^Remove$/);
    expect(backend.sent).toEqual([]);
    await click("[role=alertdialog] button", /^Remove/);
    await click("main label", /^Ask for a PIN/);
    expect(backend.sent.map(({ args }) => args)).toEqual([
      { tabletId: id("tablet") },
      { needed: false },
    ]);
  });

  test("with five there is no sixth", async () => {
    const five = ["1", "2", "3", "4", "5"].map((name) =>
      tablet({ tabletId: id(name), name }),
    );
    await show({}, { found: five });
    expect(page()).toContain("A shop can have up to 5 tablets.");
    expect(page()).not.toContain("Add a tablet");
  });
});
