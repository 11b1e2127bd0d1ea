/** The builds of the client: each app of src/app/apps.ts, and the prerendering program. Used by vite.config.ts. */
import type { EnvironmentOptions } from "vite";
import type { AppName } from "../src/app/apps.ts";
import { browsers } from "./browsers.ts";

/** The content of one file: the named modules and what they need, unless an earlier group has it. */
type Groups = Record<string, RegExp>;

/** Few screens need paginated queries and validators, so those carry them. */
const LIBRARIES =
  /node_modules.(react|react-dom|scheduler|react-router|react-router-dom|convex|@convex-dev)[\\/](?!.*(?:use_paginated_query|values.validator))|rolldown.runtime/;

const library = (name: string) =>
  new RegExp(`src.app.(${name}|begin)\\.ts$|${LIBRARIES.source}`);

const anyOf = (...files: string[]) =>
  new RegExp(files.map((file) => `${file}\\.`).join("|"));

const FRONT: Groups = {
  front: library("front"),
  // The rules of privacy/ are for one page alone.
  "front-app":
    /src.app.front-app|src.(ui.(?!toast)|lib)|convex.(?!privacy)\w+.rules/,
};

const SITE: Groups = {
  site: library("site"),
  account: anyOf(
    "src.app.site-app",
    "src.ui.(banner|legal-links|mark|page-frame|skip-link)",
    "src.ui.fields.(email-field|field|form|form-error|radio-card)",
    "src.lib.(new-secret|read-form|server.use-answer|time.use-elapsed)",
    "src.strings.refusals.visitor",
    "convex.base.rules.hidden",
  ),
  // The owner's pages load it after themselves.
  login: /src.routes.login/,
  // Shared by the signed-in owner's pages.
  owner: anyOf(
    "features.shell.(owner-gate|use-logout|log-out)",
    "features.billing.(manage-billing|payment-frame)",
    "features.queues.use-queues",
    "ui.(\\w+.)?(avatar|back-link|bar|card|card-boundary|live|select|skeleton|toast)",
    "lib.(\\w+.)?(use-short-address|use-call|connection|format|on-demand|use-address-search|use-now)",
    "strings.refusals.owner",
    "convex.\\w+.rules.(errors|hours|names|opening|plans|timezones|typedPhone)",
    "lucide-react.*icons.(armchair|chart-line|check|flask-conical|trash|undo-2|users)",
  ),
  // What the plans offer and cost.
  offer:
    /features.billing.stand-in-note|ui.(numbers|ticked-list)|lib.account.plan-words|strings.price-list/,
  // Of the few screens whose rules have them.
  validators: /convex.dist.esm.values.validators?\.js|convex.base.rules.oneOf/,
  "profile-words": /src.strings.profile/,
  // The frame of the signed-in owner's pages.
  shell: /src.features.shell.owner-page/,
  // Of the team's page and the poster's.
  copy: /src.ui.fields.copy-field/,
  welcome: /src.routes.(signup|invitation|forgot-password|email-confirmation)/,
  paying: /src.routes.(payment-required|checkout-success|subscription-success)/,
  setup: /src.routes.setup\.tsx/,
  dashboard: /src.routes.dashboard\.tsx/,
  "qr-code": /node_modules.qrcode|src.ui.qr-code/,
  profile: /src.routes.profile\.tsx/,
  reports: /src.routes.reports\.tsx/,
  team: /src.routes.team\.tsx/,
  people: /src.routes.team.people/,
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
  // Loaded while the join form is filled in.
  ticket: /src.features.ticket.ticket-screen/,
};

const DISPLAY: Groups = {
  display: library("display"),
  "display-app": /src.app.display-app/,
};

function app(name: AppName, groups: Groups): EnvironmentOptions {
  const names = Object.entries(groups).reverse();
  return {
    consumer: "client",
    build: {
      target: browsers[name],
      emptyOutDir: false,
      // With the first one.
      copyPublicDir: name === "front",
      // Inlined into the pages, so that no request delays the first paint.
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

/** By the name of the environment. The first and last have Vite's own names. */
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
