import { expect, test } from "vitest";
import {
  type HttpPlace,
  isRouted,
  mountedAt,
  routeHttp,
} from "../../functions/http-routing.ts";

const get = (...paths: string[]) =>
  paths.map((path) => ({ method: "GET", path }));

const PLACES = new Map<string, HttpPlace>([
  [
    "",
    {
      routes: get("/exact", "/visits/own/*", "/v*", "/*"),
      mounts: { "/visits/": "visits", "/visits/deep/": "votes" },
    },
  ],
  ["visits", { routes: get("/count"), mounts: { "/journal/": "journal" } }],
  ["visits/journal", { routes: get("/lines", "/all/*"), mounts: {} }],
  ["votes", { routes: get("/count"), mounts: {} }],
]);
const find = (component: string) => PLACES.get(component);

test.each([
  ["/exact", "", "/exact", "/exact"],
  ["/other", "", "/other", "/*"],
  ["/visits", "", "/visits", "/*"],
  ["/visits/own/x", "", "/visits/own/x", "/visits/own/*"],
  ["/visits/count", "visits", "/count", "/visits/count"],
  ["/visits/deep/count", "votes", "/count", "/visits/deep/count"],
  [
    "/visits/journal/lines",
    "visits/journal",
    "/lines",
    "/visits/journal/lines",
  ],
  [
    "/visits/journal/all/x",
    "visits/journal",
    "/all/x",
    "/visits/journal/all/*",
  ],
  // A mounted component alone decides about the paths below it.
  ["/visits/nothing", "visits", "/nothing", null],
  ["/visits/journal/count", "visits/journal", "/count", null],
])(
  "[CO12] %s is served by '%s', which is asked for %s",
  (path, component, own, route) =>
    expect(routeHttp(find, "GET", path)).toEqual({
      component,
      path: own,
      route: route === null ? null : { method: "GET", path: route },
    }),
);

test("[CO12] the app's prefix serves only its own routes, and a place without routes is skipped", () => {
  const site: HttpPlace = { routes: get("/*"), mounts: {} };
  const places = (routes: HttpPlace["routes"]) => (component: string) =>
    component === ""
      ? { routes, mounts: { "/": "site" }, prefix: "/api/" }
      : site;
  const app = places(get("/hello", "/under/*"));
  expect(routeHttp(app, "HEAD", "/api/hello")).toEqual({
    component: "",
    path: "/hello",
    route: { method: "GET", path: "/api/hello" },
  });
  expect(routeHttp(app, "GET", "/api/under/x")?.component).toBe("");
  for (const path of ["/hello", "/api/other", "/under/x", "/"])
    expect(routeHttp(app, "GET", path)).toMatchObject({
      ...{ component: "site", path },
    });
  expect(routeHttp(places(null), "GET", "/api/hello")?.component).toBe("site");
  expect(routeHttp(() => undefined, "GET", "/")).toBeNull();
  const alone = { routes: get("/hello"), mounts: {}, prefix: "/api/" };
  expect(routeHttp(() => alone, "GET", "/hello")).toBeNull();
  expect(isRouted(find, "OPTIONS", "/visits/count")).toBe(true);
  expect(isRouted(find, "OPTIONS", "/visits/nothing")).toBe(false);
  expect(isRouted(find, "POST", "/exact")).toBe(false);
});

test("[CO12] a component knows the whole path where it is mounted", () => {
  expect(mountedAt(find, "visits")).toBe("/visits/");
  expect(mountedAt(find, "visits/journal")).toBe("/visits/journal/");
  expect(mountedAt(find, "votes/journal")).toBeNull();
});
