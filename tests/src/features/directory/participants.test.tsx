/** The people of a queue, for admins: a table where there is room, cards elsewhere. */
import { expect, test } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { ParticipantList } from "../../../../src/features/directory/participant-list.tsx";
import { draw, find, freshBackend } from "../../fake-backend.tsx";
import { id, NOW } from "../../samples.ts";
import { stubWidth } from "../../width.ts";
import { fill } from "../../user.ts";

const backend = freshBackend();

test.each([
  [true, "tbody tr"],
  [false, "main li"],
])("where the window is wide: %s, each is one '%s'", async (isWide, each) => {
  stubWidth(isWide);
  const whose = { queueId: "q", businessId: null };
  const one = {
    ...{ queueId: id("q"), queueName: "Walk-ins", letter: null, phone: null },
    ...{ isMasked: false, status: "waiting", joinedAt: NOW },
  };
  backend.set(
    api.admin.directory.participants,
    {
      ...{ ...whose, status: "active", text: "" },
      paginationOpts: { numItems: 20, cursor: null },
    },
    {
      page: [
        {
          ...{ ...one, ticketId: id("1"), number: 1, name: "Zoë" },
          ...{ isScheduled: false, scheduledTime: null },
        },
        {
          ...{ ...one, ticketId: id("2"), number: 2, name: "Ana" },
          ...{ isScheduled: true, scheduledTime: NOW + 86_400_000 },
        },
      ],
      isDone: true,
      continueCursor: "",
    },
  );
  await draw(
    backend,
    <main>
      <ParticipantList whose={whose} businessId="b" timeZone="Europe/London" />
    </main>,
  );
  const [zoe, ana, ...more] = [...document.querySelectorAll(each)];
  expect(zoe?.textContent).toMatch(/^#1ZoëWaiting.*Not provided/);
  expect(ana?.textContent).toMatch(/^#2AnaBooked.*24 Nov 2026/);
  expect(more).toEqual([]);
});

test.each([
  ["active", "Nobody is in the queue now."],
  ["skipped", "Nobody with this status."],
  ["all", "Nobody has joined yet."],
])("nobody, of those with status %s: '%s'", async (status, words) => {
  stubWidth(true);
  const whose = { queueId: "q", businessId: null };
  for (const one of new Set(["active", status])) {
    backend.set(
      api.admin.directory.participants,
      {
        ...{ ...whose, status: one, text: "" },
        paginationOpts: { numItems: 20, cursor: null },
      },
      { page: [], isDone: true, continueCursor: "" },
    );
  }
  await draw(
    backend,
    <main>
      <ParticipantList whose={whose} businessId="b" timeZone="Europe/London" />
    </main>,
  );
  await fill(find("select", /All/), status);
  find("main p", words);
});
