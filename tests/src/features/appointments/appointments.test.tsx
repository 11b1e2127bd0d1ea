/** 'Scheduled Appointments': one day at a time, called, moved and cancelled. */
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import Appointments from "../../../../src/features/appointments/appointments.tsx";
import AppointmentWindow from "../../../../src/features/appointments/appointment-window.tsx";
import type {
  Appointment,
  OpenAppointment,
} from "../../../../src/features/appointments/types.ts";
import type { SlotPicker } from "../../../../src/lib/slot-picker.ts";
import {
  drawWithToasts,
  FakeBackend,
  find,
  press,
} from "../../fake-backend.tsx";
import { page, pass } from "../../fake-session.tsx";
import { id, NOW, SHOP } from "../../samples.ts";
import { act } from "../../act.ts";
import { getFunctionName as nameOf } from "convex/server";
import { fill, texts } from "../../user.ts";

const TODAY = "2026-11-23";
const TUESDAY = "2026-11-24";
const AT_14 = Date.parse(`${TODAY}T14:00:00Z`);
const AT_16 = Date.parse(`${TODAY}T16:00:00Z`);

const appointment = (more: Partial<Appointment> = {}): Appointment => ({
  ticketId: id("ticket"),
  queueId: id("walk-ins"),
  queueName: "Walk-ins",
  letter: null,
  number: 12,
  name: "Zoë",
  phone: null,
  email: null,
  startsAt: AT_14,
  ...more,
});

/** Two buttons in place of the calendar. */
const Picker: SlotPicker = ({ error, onPick, onGone }) => (
  <>
    <button onClick={() => onPick({ day: TODAY, startsAt: AT_16 })}>
      16:00
    </button>
    <button onClick={onGone}>gone</button>
    {error !== null && <p role="alert">{error}</p>}
  </>
);
let backend: FakeBackend;
beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));

/** Card and window side by side, as on the dashboard. */
function CardWithWindow(of: { queueId: string | null }) {
  const [open, setOpen] = useState<OpenAppointment | null>(null);
  const both = { shop: SHOP };
  return (
    <>
      <Appointments {...of} {...both} onOpen={setOpen} />
      {open !== null && (
        <AppointmentWindow
          {...both}
          open={open}
          onClose={() => setOpen(null)}
          businessId={SHOP.businessId}
          picker={Picker}
        />
      )}
    </>
  );
}

async function show({
  queueId = null,
  days = [{ day: TODAY, count: 1 }],
}: {
  queueId?: string | null;
  days?: { day: string; count: number }[];
} = {}) {
  backend = new FakeBackend();
  const { businessId } = SHOP;
  backend.set(api.profile.businesses.publicProfile, { businessId }, SHOP);
  backend.set(api.booking.appointments.days, { queueId, day: TODAY }, days);
  backend.set(api.booking.appointments.ofDay, { queueId, day: TODAY }, [
    appointment(),
  ]);
  backend.set(api.booking.appointments.ofDay, { queueId, day: TUESDAY }, [
    appointment({ number: 13, name: null, startsAt: AT_14 + 86_400_000 }),
  ]);
  await drawWithToasts(backend, <CardWithWindow queueId={queueId} />);
}

const done = {
  ok: true,
  ticketId: "ticket",
  number: 12,
  name: "Zoë",
  eventId: "event",
  completed: [],
};
const sentTo = (name: string) =>
  backend.sent.filter((one) => one.name === name).map(({ args }) => args);
async function openMenu() {
  const dots = document.querySelector<HTMLElement>(
    "[aria-label='More for #12']",
  );
  await act(async () => dots?.click());
}

test("the card says so when there are no appointments", async () => {
  await show({ days: [] });
  find("p", "No upcoming appointments");
});

test("a row shows number, name or Guest, date, time and queue; other days can be chosen", async () => {
  await show({
    days: [
      { day: TODAY, count: 1 },
      { day: TUESDAY, count: 3 },
    ],
  });
  const row = () => find("li", /#/).textContent ?? "";
  expect(row()).toContain("#12 ZoëToday, 14:00Walk-ins");
  expect(texts("option")).toEqual(["Today (1)", "Tomorrow (3)"]);
  await fill(find("select", /Today/), TUESDAY);
  expect(row()).toContain("#13 GuestTomorrow, 14:00");
});

test("'Call Now' says so when it fails", async () => {
  await show();
  backend.fail(api.desk.actions.callNow);
  await press(/^Call Now/);
  find("[role=alert]", /Failed to call scheduled customer: Please try again\./);
});

test("moving asks for a time, keeps the window open after a refusal and closes it afterwards", async () => {
  await show();
  let answer: object = { ok: false, code: "slotTaken" };
  backend.on(api.booking.appointments.move, () => answer);
  await openMenu();
  await press("Move");
  await press(/^Move/);
  find("[role=alert]", "Please select an available time slot.");
  await press("16:00");
  await press(/^Move/);
  find("[role=alert]", /just booked/);
  answer = done;
  await press("16:00");
  await press(/^Move/);
  expect(document.querySelector("[role=dialog]")).toBeNull();
  const sent = sentTo(nameOf(api.booking.appointments.move));
  expect(sent.map(({ startsAt }) => startsAt)).toEqual([AT_16, AT_16]);
  expect(page()).toContain("#12 Zoë moved to another time");
});

test("without a connection nothing is cancelled now or later, and the window says so", async () => {
  await show();
  await act(async () => backend.connect(false));
  await openMenu();
  await press("Cancel booking");
  const verb = find("[role=alertdialog] button:last-child", /Cancel/);
  await act(async () => verb.click());
  find(
    "[role=alertdialog] [role=alert]",
    "You're offline. Nothing was changed.",
  );
  expect(backend.sent).toEqual([]);
});

test("the e-mail address is shown and can be corrected; a refusal keeps the window open", async () => {
  await show();
  await openMenu();
  expect(() => find("button", "E-mail address")).toThrow();
  await act(async () => {
    backend.set(
      api.account.deployment.current,
      {},
      { payments: "off", mail: "real", signUp: "open" },
    );
    backend.set(api.booking.appointments.ofDay, { queueId: null, day: TODAY }, [
      appointment({ email: "zoe@exmaple.com" }),
    ]);
  });
  find("li", /zoe@exmaple\.com/);
  let answer: object = { ok: false, code: "invalidEmail" };
  backend.on(api.desk.actions.edit, () => answer);
  await openMenu();
  await press("E-mail address");
  const field = () => find("input[name=email]", "") as HTMLInputElement;
  expect(field().value).toBe("zoe@exmaple.com");
  field().value = "zoe@example.com";
  await press(/^Save/);
  find("[role=dialog]", /Check the address, or leave it empty\./);
  answer = done;
  await press(/^Save/);
  expect(document.querySelector("[role=dialog]")).toBeNull();
  expect(sentTo(nameOf(api.desk.actions.edit))).toMatchObject([
    { ticketId: "ticket", email: "zoe@example.com" },
    { ticketId: "ticket", email: "zoe@example.com" },
  ]);
});

test("without a connection 'Call Now' and the window for another time say why nothing happens", async () => {
  vi.useFakeTimers({ now: NOW });
  await show();
  await act(async () => backend.connect(false));
  await press("Call Now");
  find("[role=alert]", "You're offline. Nothing was changed.");
  await openMenu();
  await press("Move");
  await pass(10_000);
  find("[role=dialog]", /You can continue when you're back online\./);
  await act(async () => backend.connect(true));
  expect(backend.sent).toEqual([]);
});
