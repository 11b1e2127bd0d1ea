/** The projects whose tests reach convex/ and engine/, with our runner. Limits end what a broken guard hangs. */
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import own from "../../vite.config.ts";

type Project = { test: { name: string; include: string[] } };
const wanted = (process.env["GUARD_PROJECTS"] ?? "").split(",");
const projects = own.test?.projects as Project[];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: projects
      .filter(({ test }) => wanted.includes(test.name))
      .map(({ test }) => ({
        test: {
          ...test,
          runner: join(import.meta.dirname, "runner.ts"),
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      })),
  },
});
