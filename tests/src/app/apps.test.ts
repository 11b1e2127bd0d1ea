/** Which app draws an address, and where another app's page is loaded from. */
import { expect, test } from "vitest";
import { appOf, pageOf } from "../../../src/app/apps.ts";

test.each([
  ["/", "front", "/"],
  ["/book-demo/", "front", "/book-demo.html"],
  ["/privacy", "front", "/privacy.html"],
  ["/terms", "front", "/terms.html"],
  ["/join.html", "customer", "/join.html"],
  ["/j/fade", "customer", "/j/fade"],
  ["/J/Fade/", "customer", "/j/fade"],
  ["/j", "customer", "/j"],
  ["/jay", "site", "/jay"],
  ["/display", "display", "/display.html"],
  ["/dashboard", "site", "/dashboard"],
  ["/nowhere", "site", "/nowhere"],
  ["/administrator", "site", "/administrator"],
  ["/admin", "admin", "/admin"],
  ["/admin/login", "admin", "/admin/login"],
  ["/admin/businesses/x/", "admin", "/admin/businesses/x"],
])("%s is drawn by the app %s, from %s", (path, app, page) => {
  expect([appOf(path), pageOf(path)]).toEqual([app, page]);
});
