/**
 * The builds of the client: each app of src/app/apps.ts by itself, and the program that draws pages while they are
 * built. Read by vite.config.ts; what becomes of them is build/pages.ts.
 */
import type { EnvironmentOptions } from "vite";

/**
 * What goes into one file: the modules named and all that they need, unless a group above has it. Without groups each
 * module that two screens share would be a file, and each file is a request on a slow phone.
 */
type Groups = Record<string, RegExp>;

/** Pages of queries and validators are for few screens, which carry them themselves. */
const LIBRARIES =
  /node_modules.(react|react-dom|scheduler|react-router|react-router-dom|convex|@convex-dev)[\\/](?!.*(?:use_paginated_query|values.validator))|rolldown.runtime/;

const library = (name: string) =>
  new RegExp(`src.app.(${name}|begin)\\.ts$|${LIBRARIES.source}`);

const FRONT: Groups = {
  front: library("front"),
  "front-app": /src.app.front-app|src.(ui.(?!toast)|lib)|convex.\w+.rules/,
};

const SITE: Groups = {
  site: library("site"),
  account: /src.app.site-app|src.routes.login/,
  // What the pages of somebody who is signed in share.
  owner: new RegExp(
    [
      "features.shell.(owner-gate|use-logout|connection-note)",
      "features.billing.(manage-billing|payment-frame|stand-in-note)",
      "features.queues.use-queues",
      "ui.(\\w+.)?(back-link|banner|bar|card|card-boundary|select|skeleton|toast)",
      "lib.(\\w+.)?(connection|format|late|plan-words|sold-plan|use-address-search|use-elapsed|use-now|without-payment)",
      "strings.(refusals.owner|price-list)",
      "convex.\\w+.rules.(dayHours|errors|hours|names|plans|timezones|typedPhone)",
      "lucide-react.*icons.(chart-line|check|users)",
    ]
      .map((some) => `${some}\\.`)
      .join("|"),
  ),
  welcome: /src.routes.(signup|forgot-password|email-confirmation)/,
  paying: /src.routes.(payment-required|checkout-success|subscription-success)/,
  setup: /src.routes.setup\.tsx/,
  dashboard: /src.routes.dashboard\.tsx/,
  "qr-code": /node_modules.qrcode/,
  profile: /src.routes.profile\.tsx/,
  reports: /src.routes.reports\.tsx/,
  support: /src.routes.support\.tsx/,
  matters: /src.routes.support.matters/,
};

const ADMIN: Groups = {
  admin: library("admin"),
  "admin-login": /src.app.admin-app|src.routes.admin.login/,
  "admin-pages": /src.routes.admin\b/,
};

const CUSTOMER: Groups = {
  customer: library("customer"),
  "customer-app": /src.app.customer-app/,
};

const DISPLAY: Groups = {
  display: library("display"),
  "display-app": /src.app.display-app/,
};

function app(name: string, groups: Groups): EnvironmentOptions {
  const names = Object.entries(groups).reverse();
  return {
    consumer: "client",
    build: {
      emptyOutDir: false,
      // With the first one.
      copyPublicDir: name === "front",
      // It is put into the pages themselves: no request stands before the first paint.
      cssCodeSplit: false,
      rolldownOptions: {
        input: { [name]: `src/app/${name}.ts` },
        output: {
          codeSplitting: {
            groups: names.map(([name, test], priority) => ({
              name,
              test,
              priority,
            })),
          },
        },
      },
    },
  };
}

/** By the name of the environment; the first one and the last one are called by Vite's own names. */
export const environments = {
  client: app("front", FRONT),
  site: app("site", SITE),
  admin: app("admin", ADMIN),
  customer: app("customer", CUSTOMER),
  display: app("display", DISPLAY),
  ssr: {
    build: {
      write: false,
      copyPublicDir: false,
      rolldownOptions: { input: { prerender: "src/app/prerender.tsx" } },
    },
  },
} satisfies Record<string, EnvironmentOptions>;

/** The environment that builds an app. */
export const environmentOf = {
  front: "client",
  site: "site",
  admin: "admin",
  customer: "customer",
  display: "display",
} as const;
