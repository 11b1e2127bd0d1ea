/** P6d: from the click on Call Next to a green page while 500 phones watch, against pages that only send and show. */
import { join as joinPath } from "node:path";
import type { Page } from "@playwright/test";
import { join } from "../../../e2e/world.ts";
import { portOf, startPinned } from "../../../engine/bench/measure/children.ts";
import { latencySlack, ratioOf } from "../../../engine/bench/measure/figure.ts";
import { interleave } from "../../../engine/bench/measure/rounds.ts";
import {
  median,
  percentile,
} from "../../../engine/bench/measure/statistics.ts";
import {
  newPhone,
  openDashboard,
  openQueue,
  withShop,
  type Shop,
} from "../pages/shop.ts";
import {
  CALLED,
  clicked,
  lookFor,
  noteClick,
  seen,
  TICKET,
} from "../pages/sight.ts";
import { helloOf } from "../../../engine/bench/targets/engine-target.ts";
import { SYNC_PATH } from "../../../engine/bench/wire/sync-client.ts";
import { Watchers } from "../../../engine/bench/wire/watchers.ts";
import type {
  BenchContext,
  FigureGroup,
} from "../../../engine/bench/figures/context.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../../convex/_generated/api.js";

const CALLS = 40;
/** All from one address. With a thousand, one was lost while connecting, in one run of three; the cause is unknown. */
const WATCHERS = 500;
const LIMIT = { atMost: 1.5, stretch: 1.2 };
const P95_AT_MOST_MS = 100;
const CALL_NEXT = /^Call Next\s*#/;

/** Milliseconds from the click on the desk's page to the selector on the phone's. */
async function fromClick(
  desk: Page,
  button: ReturnType<Page["locator"]>,
  phone: Page,
  selector: string,
): Promise<number> {
  await lookFor(phone, selector);
  await noteClick(desk);
  await button.click();
  return (await seen(phone)) - (await clicked(desk));
}

async function openLine(shop: Shop, calls: number) {
  const { owner, queueId, joinUrl } = await openQueue(shop);
  const secrets: string[] = [];
  for (let call = 0; call < calls; call++)
    secrets.push((await join(shop.address, queueId)).secret);
  const watchers = await Watchers.open(WATCHERS, {
    port: Number(new URL(shop.address).port),
    path: SYNC_PATH,
    marker: '"currentNumber":',
    hello: () =>
      helloOf([{ path: nameOf(api.line.tickets.line), args: { queueId } }]),
  });
  const desk = await openDashboard(shop, owner);
  const phone = await newPhone(shop);
  const button = desk.getByRole("button", { name: CALL_NEXT });
  let called = 0;
  return {
    call: async () => {
      const seenByAll = watchers.allSee(called + 1);
      await phone.goto("about:blank");
      await phone.goto(`${joinUrl}#ticket=${secrets[called++]}`);
      await phone.locator(TICKET).waitFor();
      await phone.waitForLoadState("networkidle");
      const time = await fromClick(desk, button, phone, CALLED);
      await seenByAll;
      return time;
    },
    close: () => watchers.close(),
  };
}

/** The same without the product: one button, one heading, one commit. */
async function openFloorPages(shop: Shop, file: string) {
  const child = await startPinned("floor.ts", [file]);
  const port = portOf(child);
  const path = "/watch?bytes=250";
  const watchers = await Watchers.open(WATCHERS, {
    port,
    path,
    hello: () => [],
  });
  const desk = await newPhone(shop);
  const phone = await newPhone(shop);
  await desk.setContent("<button>Call Next</button>");
  await desk.evaluate(async (url) => {
    const socket = new WebSocket(url);
    await new Promise((resolve) => (socket.onopen = resolve));
    addEventListener("click", () => socket.send("callNext"));
  }, `ws://127.0.0.1:${port}/write`);
  await phone.evaluate(async (url) => {
    const socket = new WebSocket(url);
    // The first text is the current state; each later one is a call.
    await new Promise((resolve) => (socket.onmessage = resolve));
    socket.onmessage = () =>
      (document.body.innerHTML = '<div class="on-go"><h1>Called</h1></div>');
  }, `ws://127.0.0.1:${port}${path}`);
  return {
    call: async () => {
      await phone.evaluate(() => (document.body.innerHTML = ""));
      return fromClick(desk, desk.locator("button"), phone, CALLED);
    },
    close: async () => {
      watchers.close();
      await child.stop();
    },
  };
}

async function inTurn(count: number, call: () => Promise<number>) {
  const times: number[] = [];
  while (times.length < count) times.push(await call());
  return times;
}

async function run({ folder, effort, rounds, report }: BenchContext) {
  await withShop(async (shop) => {
    const calls = Math.ceil((CALLS * effort) / rounds);
    const line = await openLine(shop, calls * rounds + 1);
    const floor = await openFloorPages(shop, joinPath(folder, "p6d-floor.db"));
    const measure = async () => {
      try {
        await line.call();
        await floor.call();
        return await interleave(rounds, {
          page: () => inTurn(calls, line.call),
          floor: () => inTurn(calls, floor.call),
        });
      } finally {
        // On any failure: watchers still open when the product ends would be reported as the fault.
        line.close();
        await floor.close();
      }
    };
    const blocks = await measure();
    const page = blocks.page.map(median);
    const raw = blocks.floor.map(median);
    const p95 = percentile(blocks.page.flat(), 95);
    report({
      id: `P6d click to green, ${WATCHERS} watchers`,
      unit: "ms",
      engine: { name: "page", values: page },
      others: [{ name: "floor", values: raw }],
      lines: [
        {
          label: "page/floor",
          ratio: ratioOf(page, raw),
          ...LIMIT,
          slack: latencySlack(raw),
        },
        { label: "p95 in ms", ratio: p95, atMost: P95_AT_MOST_MS, slack: 0 },
      ],
    });
  });
}

export const called: FigureGroup = { ids: ["P6d"], minutes: 2, run };
