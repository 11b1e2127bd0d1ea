import { expect, test } from "vitest";
import { freePort } from "../../addresses.ts";

test("[DE53] free ports lie below 32768, and none is given twice", async () => {
  const ports = await Promise.all(
    Array.from({ length: 50 }, () => freePort("127.0.0.1")),
  );
  for (const port of ports) expect(port).toBeLessThan(32_768);
  expect(new Set(ports).size).toBe(ports.length);
  await expect(freePort("192.0.2.1")).rejects.toMatchObject({ kind: "host" });
});
