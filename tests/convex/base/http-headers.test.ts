/** Headers that every HTTP answer carries. */
import { expect, test } from "vitest";
import http from "../../../convex/http.ts";
import { openApp } from "../open-app.ts";

// Two documents of constants, answered by @convex-dev/auth.
const routes = http
  .getRoutes()
  .filter(([path]) => !path.startsWith("/.well-known/"));

test.each(routes.map(([path, method]) => [method, path]))(
  "%s %s answers with the headers that protect browsers",
  async (method, path) => {
    const { backend } = await openApp();
    const { headers } = await backend.fetch(path.replace("*", "x"), { method });
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=(), usb=()",
      "x-content-type-options": "nosniff",
    });
    expect(headers.get("referrer-policy")).toMatch(
      /^(strict-origin|no-referrer)$/,
    );
  },
);
