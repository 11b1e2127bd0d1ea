/**
 * Settings of this project for `npm start`: variables of a new deployment, functions to run after a deploy, migrations,
 * and the stand-ins for other companies' services. They are used in settings.mjs, start.mjs, migrate.mjs and
 * standins.mjs. Addresses, ports and keys are environment variables instead (README.md, settings).
 */

/**
 * Prices at the stand-in for Stripe in cents a month: a line for each plan of convex/base/rules/plans.ts that is sold.
 * tests/standins/prices.test.ts compares the two.
 */
const PRICES = [
  {
    variable: "STRIPE_PRICE_STARTER",
    id: "price_starter",
    sold: "Starter:1900:usd",
  },
  { variable: "STRIPE_PRICE_PRO", id: "price_pro", sold: "Pro:2900:usd" },
];

/** The stand-in for Twilio texts from this number. 555 01xx is never assigned. */
const TEXTS_FROM = "+15550100001";

/** @type {import("./settings.mjs").Project} */
export const project = {
  /**
   * Options of the engine, which by default accepts what the real backend accepts. This server's callers are strangers,
   * and it serves only its own pages. The largest message of a signed-in user is a logo (profile/rules/picture.ts, in
   * base64), and strangers send nothing large.
   */
  engineOptions: [
    ...["--allow-origin", "own"],
    ...["--page-heads", "/api/page-head"],
    ...["--anonymous-limits", "queries=64,message=65536,held=524288"],
    ...["--user-limits", "queries=256,message=3145728,held=6291456"],
    ...["--memory-limits", "network=16777216,process=67108864"],
  ],

  /** Variables of the deployment, set where it has none of that name. */
  env: { DEPLOYMENT_KIND: "demo" },

  /** The same in production. Variables with these values also mark a deployment as production. */
  productionEnv: { DEPLOYMENT_KIND: "production" },

  /** Functions without arguments that run after each deploy, never in production. The `lines` of their answers are printed. */
  afterDeploy: ["demo/testing:seedDemo"],

  /** How documents of earlier versions are migrated: migrate.mjs, docs/schema-changes.md. */
  migrations: {
    /** One file per migration, with its name. */
    folder: "convex/migrations/rules/steps",
    /** Files that differ in the deployment that runs them. */
    widened: {
      "convex/migrations/rules/phase.ts":
        "export const isMigrating: boolean = true;\n",
    },
    table: "migrations",
    run: "migrations/runs:run",
    status: "migrations/runs:status",
  },

  /** One program that plays all outside services. It never starts in production, nor when every service has its key. */
  standins: {
    program: "standins/main.ts",
    /**
     * `{site}` is the address of the deployment's HTTP actions, `{page}` its own public address (SITE_URL), which
     * Twilio signs.
     */
    args: [
      ...["--webhook-url", "{site}/api/stripe/webhook"],
      ...["--twilio-inbound", "{page}/api/twilio/inbound"],
      ...["--twilio-number", TEXTS_FROM],
      ...PRICES.flatMap(({ id, sold }) => ["--price", `${id}=${sold}`]),
    ],
    /** Printed at the end; `{url}` is the stand-ins' address for browsers. */
    line: "Stand-ins for Stripe, e-mail, Twilio, Google and pushes: nothing leaves this machine. Outbox: {url}/outbox, texts: {url}/texts, calendar: {url}/google",
    /**
     * A service is the real one when `key` (or `instead`) is set in the environment. Otherwise the deployment gets
     * `secrets`, made up with these prefixes, and `env`, where `{url}` is the stand-ins' address on this machine.
     */
    services: [
      {
        key: "STRIPE_SECRET_KEY",
        secrets: {
          STRIPE_SECRET_KEY: "sk_test_standin_",
          STRIPE_WEBHOOK_SECRET: "whsec_standin_",
        },
        env: {
          ...Object.fromEntries(
            PRICES.map((price) => [price.variable, price.id]),
          ),
          STRIPE_API_URL: "{url}",
        },
      },
      {
        // Browsers' own push services need no key. This is the address of simulated phones.
        key: "VAPID_PRIVATE_KEY",
        secrets: {},
        env: { PUSH_API_URL: "{url}" },
      },
      {
        key: "MAIL_API_KEY",
        instead: "SMTP_URL",
        secrets: { MAIL_API_KEY: "re_standin_" },
        env: {
          MAIL_FROM: "Yourturn <hello@yourturn.test>",
          MAIL_API_URL: "{url}",
        },
      },
      {
        key: "TWILIO_ACCOUNT_SID",
        secrets: { TWILIO_ACCOUNT_SID: "AC", TWILIO_AUTH_TOKEN: "" },
        env: { TWILIO_FROM: TEXTS_FROM, TWILIO_API_URL: "{url}" },
      },
      {
        key: "GOOGLE_CLIENT_ID",
        secrets: {
          GOOGLE_CLIENT_ID: "standin-",
          GOOGLE_CLIENT_SECRET: "GOCSPX-standin-",
        },
        env: { GOOGLE_API_URL: "{url}" },
      },
    ],
  },
};
