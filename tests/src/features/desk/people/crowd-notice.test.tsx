/** 'Many from one connection' at the desk, and its two buttons. */
import { expect, test } from "vitest";
import { api } from "../../../../../convex/_generated/api";
import type { Id } from "../../../../../convex/_generated/dataModel";
import { CrowdNotice } from "../../../../../src/features/desk/people/crowd-notice.tsx";
import type { Board } from "../../../../../src/features/desk/types.ts";
import type { UndoPlace } from "../../../../../src/features/desk/types.ts";
import { Toasts } from "../../../../../src/ui/toast.tsx";
import { useDeskAt } from "../../../desk-at.tsx";
import {
  call,
  draw,
  FakeBackend,
  find,
  press,
} from "../../../fake-backend.tsx";
import { board, requestKey } from "../../../samples.ts";
import { getFunctionName as nameOf } from "convex/server";

const backend = new FakeBackend();

function Notice({ at, place }: { at: Board; place: UndoPlace }) {
  const { desk } = useDeskAt(at, { undoPlace: place });
  return (
    <>
      <CrowdNotice board={at} desk={desk} />
      <Toasts pace="owner" />
    </>
  );
}

const crowds = (waiting: number) =>
  board({ crowds: [{ crowdId: "crowd" as Id<"crowds">, waiting }] });

test("are announced with their number, and removed with one press that can be undone", async () => {
  backend.on(api.desk.actions.removeCrowd, () => ({
    ok: true,
    removed: 8,
    eventId: "event",
  }));
  await draw(backend, <Notice at={crowds(8)} place="toast" />);
  find(
    "[role=status]",
    /^Many joins from one connection: 8 people in this queue\./,
  );
  await press("Remove all of them");
  expect(backend.sent.at(-1)).toEqual(
    call(api.desk.actions.removeCrowd, {
      requestKey,
      queueId: board().queueId,
      crowdId: "crowd",
    }),
  );
  find("[role=status]", /Removed 8 customers/);
  backend.on(api.desk.actions.undo, () => ({ ok: true }));
  await press("Undo");
  expect(backend.sent.at(-1)?.name).toBe(nameOf(api.desk.actions.undo));
});

test("report one removed customer when only one was still waiting", async () => {
  backend.on(api.desk.actions.removeCrowd, () => ({
    ok: true,
    removed: 1,
    eventId: "event",
  }));
  await draw(backend, <Notice at={crowds(2)} place="toast" />);
  await press("Remove all of them");
  find("[role=status]", /Removed 1 customer(?!s)/);
});

test("can be confirmed as customers; over a hundred are not counted", async () => {
  backend.on(api.desk.actions.keepCrowd, () => ({
    ok: true,
    eventId: "event",
  }));
  await draw(backend, <Notice at={crowds(101)} place="toast" />);
  find("[role=status]", /: more than 100 people/);
  await press("They are customers");
  expect(backend.sent.at(-1)?.name).toBe(nameOf(api.desk.actions.keepCrowd));
  find("[role=status]", /more people may join from there/);
  backend.on(api.desk.actions.undo, () => ({ ok: true }));
  await press("Undo");
  expect(backend.sent.at(-1)).toMatchObject(
    call(api.desk.actions.undo, { eventId: "event" }),
  );
});
