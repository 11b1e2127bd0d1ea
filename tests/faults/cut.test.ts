/** R12: an answer lost after the commit: the client sends again, and it has happened once, even after a kill. */
import { describe, expect, test } from "vitest";
import { newSecret } from "../bench/app/customers.ts";
import { times } from "../../engine/faults/counts.ts";
import { countOnce } from "./count-once.ts";
import { cutAnswers } from "../../engine/faults/cut-answers.ts";
import { hashOf, queueState, violations } from "./queue-state.ts";
import { shop, useShop } from "./shop.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

const CLIENTS = times(40, 1000);

describe("R12: joins through the product", () => {
  useShop();

  test.each([
    { name: "the connection is cut", killed: false },
    { name: "the server is killed as well", killed: true },
  ])("gives each customer one ticket when $name", async ({ killed }) => {
    const queueId = await shop.addQueue(`Cut ${killed}`);
    const secrets = Array.from({ length: CLIENTS }, () => newSecret());
    const { answers, cut } = await cutAnswers(shop.engine(), {
      clients: CLIENTS,
      query: { path: nameOf(api.line.tickets.line), args: { queueId } },
      path: nameOf(api.line.tickets.join),
      args: (index) => ({ queueId, secret: secrets[index] }),
      ...(killed
        ? {
            whileCut: async () => {
              await shop.engine().kill();
              await shop.restart();
            },
          }
        : {}),
    });
    expect(cut).toHaveLength(CLIENTS);
    const lost = cut.map(({ result }) => JSON.stringify(result)).sort();
    expect(answers.map((answer) => JSON.stringify(answer)).sort()).toEqual(
      lost,
    );
    const state = await queueState(shop.engine().url, queueId);
    expect(violations(state)).toEqual([]);
    expect(state.tickets.map(({ secretHash }) => secretHash).sort()).toEqual(
      secrets.map(hashOf).sort(),
    );
    const numberOf = new Map(
      state.tickets.map(({ secretHash, number }) => [secretHash, number]),
    );
    secrets.forEach((secret, index) =>
      expect(answers[index]).toMatchObject({
        number: numberOf.get(hashOf(secret)),
      }),
    );
  });
});

describe("R12: a mutation that is not idempotent", () => {
  // Each has a separate engine, and both mostly wait for clients that reconnect more and more slowly.
  test.concurrent.each([{ killed: false }, { killed: true }])(
    "counts each client once (server killed: $killed)",
    async ({ killed }) => {
      const { answers, count } = await countOnce({ clients: CLIENTS, killed });
      expect(count).toBe(CLIENTS);
      const numbers = answers.map(Number).sort((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: CLIENTS }, (_, i) => i + 1));
    },
  );
});
