/** Every public function must have a row in the surface, and every function args and returns. */
import { type FunctionArgs, type FunctionReturnType } from "convex/server";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { api } from "../../convex/_generated/api";
import { modules } from "./open-app.ts";
import { surface } from "./surface.ts";

type Registered = {
  path: string;
  visibility: "public" | "internal";
  args: unknown;
  returns: unknown;
};

type Exported = {
  isPublic?: true;
  isInternal?: true;
  exportArgs: () => string;
  exportReturns: () => string;
};

/** Every function of a deployment, read from the modules as Convex reads them. */
async function registeredFunctions(): Promise<Registered[]> {
  const found: Registered[] = [];
  for (const [file, load] of Object.entries(modules)) {
    const module = (await load()) as Record<string, Exported | undefined>;
    for (const [name, exported] of Object.entries(module)) {
      if (exported?.isPublic !== true && exported?.isInternal !== true)
        continue;
      const path = file.replace("../../convex/", "").replace(/\.[jt]s$/, "");
      found.push({
        path: `${path}:${name}`,
        visibility: exported.isPublic === true ? "public" : "internal",
        args: JSON.parse(exported.exportArgs()),
        returns: JSON.parse(exported.exportReturns()),
      });
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

describe("the functions of the app", () => {
  test("that are public are exactly those of the surface", async () => {
    const paths = (await registeredFunctions())
      .filter(({ visibility }) => visibility === "public")
      .map(({ path }) => path);
    expect(paths).toEqual(Object.keys(surface).sort());
  });

  test("declare args and returns, even internal ones", async () => {
    const bare = (await registeredFunctions())
      .filter(({ path }) => !path.startsWith("auth:"))
      .filter(
        ({ args, returns }) =>
          (args as { type: string }).type !== "object" ||
          returns === null ||
          (returns as { type: string }).type === "any",
      )
      .map(({ path }) => path);
    expect(bare).toEqual([]);
  });

  test("take no user or business id as proof of identity", async () => {
    const names = (await registeredFunctions())
      .filter(({ path }) =>
        /counter|manager|owner|subscriber/.test(surface[path] ?? ""),
      )
      .flatMap(({ args }) =>
        Object.keys((args as { value: Record<string, unknown> }).value),
      );
    expect(names).not.toContain("userId");
    expect(names).not.toContain("businessId");
    expect(names.length).toBeGreaterThan(10);
  });

  // Checked by tsc.
  test("keep their types through `api`", () => {
    type Stats = FunctionReturnType<typeof api.desk.actions.stats>;
    expectTypeOf<Stats["immediate"]>().toEqualTypeOf<number>();
    type Portal = FunctionReturnType<typeof api.billing.payments.openPortal>;
    expectTypeOf<Portal["ok"]>().toEqualTypeOf<boolean>();
    type Join = FunctionArgs<typeof api.line.tickets.join>;
    expectTypeOf<Join>().toEqualTypeOf<{
      queueId: string;
      secret: string;
      name?: string;
      phone?: string;
      look?: string;
    }>();
  });

  test("for customers take the secret", async () => {
    const functions = await registeredFunctions();
    for (const { path, args } of functions) {
      if (surface[path] !== "customer") continue;
      expect((args as { value: object }).value).toHaveProperty("secret");
    }
  });
});
