/**
 * What `npm start` has to know of this project: the variables of a new deployment, what runs after a deploy, how data
 * of earlier versions comes across, and the stand-ins for other companies' services. How each is used is in settings.mjs,
 * start.mjs, migrate.mjs and standins.mjs.
 * Addresses, ports and keys do not belong here: they are variables of whoever starts it (README.md, settings).
 */

/**
 * What the stand-in for Stripe sells, in cents a month: a line for each plan of convex/base/rules/plans.ts that is sold.
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

/** From which the stand-in for Twilio texts; 555 01xx is nobody's. */
const TEXTS_FROM = "+15550100001";

/** @type {import("./settings.mjs").Project} */
export const project = {
  /**
   * Options of the engine, which takes what the real backend takes unless it is told otherwise. This server has strangers
   * as callers and only its own pages: the largest thing that somebody signed in sends is a logo (profile/rules/picture.ts, in
   * base64), and strangers send nothing large.
   */
  engineOptions: [
    ...["--allow-origin", "own"],
    ...["--page-heads", "/api/page-head"],
    ...["--anonymous-limits", "queries=64,message=65536,held=524288"],
    ...["--user-limits", "queries=256,message=3145728,held=6291456"],
    ...["--memory-limits", "network=16777216,process=67108864"],
  ],

  /** Variables of the deployment, set where it has none of the name. */
  env: { DEPLOYMENT_KIND: "demo" },

  /** The same in production. Variables with these values are also what says that it is production. */
  productionEnv: { DEPLOYMENT_KIND: "production" },

  /** Functions without arguments that run after each deploy, never in production; the `lines` they answer are printed. */
  afterDeploy: ["demo/testing:seedDemo"],

  /** How documents of earlier versions come across: migrate.mjs, docs/schema-changes.md. */
  migrations: {
    /** Each is a file with its name. */
    folder: "convex/migrations/rules/steps",
    /** What is other in the deployment that runs them. */
    widened: {
      "convex/migrations/rules/phase.ts":
        "export const isMigrating: boolean = true;\n",
    },
    table: "migrations",
    run: "migrations/runs:run",
    status: "migrations/runs:status",
  },

  /** One program that plays all outside services; never started in production, nor when every service has its key. */
  standins: {
    program: "standins/main.ts",
    /** `{site}` is where the deployment's HTTP actions are reached, `{page}` its own name for itself (SITE_URL), which Twilio signs. */
    args: [
      ...["--webhook-url", "{site}/api/stripe/webhook"],
      ...["--twilio-inbound", "{page}/api/twilio/inbound"],
      ...["--twilio-number", TEXTS_FROM],
      ...PRICES.flatMap(({ id, sold }) => ["--price", `${id}=${sold}`]),
    ],
    /** Printed at the end; `{url}` is where browsers find it. */
    line: "Stand-ins for Stripe, e-mail, Twilio, Google and pushes: nothing leaves this machine. Outbox: {url}/outbox, texts: {url}/texts, calendar: {url}/google",
    /**
     * Each service is the real one when `key` (or `instead`) is set in the environment. Otherwise the deployment gets `secrets`, made
     * up with these prefixes, and `env`, where `{url}` is the stand-ins' address on this machine.
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
        // Browsers' own push services need no key; this is where simulated phones are.
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
