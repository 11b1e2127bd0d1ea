/** Opens the stand-ins: state, server and webhook delivery. The command line is in main.ts. */
import { listen } from "./http/server.ts";
import { googleRoutes } from "./google/google-routes.ts";
import { emailsRoute } from "./mail/emails-route.ts";
import { outboxRoutes } from "./mail/outbox-routes.ts";
import { styleRoute } from "./pages/layout.ts";
import { pushRoutes } from "./push/push-routes.ts";
import type { Settings } from "./settings.ts";
import { Store } from "./state/store.ts";
import { catchUp } from "./stripe/billing/due.ts";
import { seedPrices } from "./stripe/catalog-seed.ts";
import { controlRoutes } from "./stripe/control/control-routes.ts";
import { stripeRoutes } from "./stripe/stripe-routes.ts";
import { AttemptLog } from "./stripe/webhooks/attempt-log.ts";
import { Deliverer } from "./stripe/webhooks/deliverer.ts";
import { ownAccount } from "./twilio/accounts.ts";
import { apiRoutes } from "./twilio/api-routes.ts";
import { textControlRoutes } from "./twilio/control-routes.ts";
import { News } from "./twilio/news.ts";

export type StandinsOptions = Settings & {
  /** Makes ids the same on every run. For a new state only. */
  readonly seed?: string;
  readonly clock?: () => number;
  readonly logError: (what: string, error: unknown) => void;
};

export type Standins = {
  readonly origin: string;
  readonly port: number;
  readonly smtpPort: number | null;
  readonly close: () => Promise<void>;
};

/** How often due work is checked without requests. */
const TICK = 30_000;

/** Resolves once it listens. @throws Error when the port is taken or the state cannot be read */
export async function openStandins(
  options: StandinsOptions,
): Promise<Standins> {
  const { data, seed, stripeKey, webhook, mailKey, logError } = options;
  const clock = options.clock ?? Date.now;
  let { origin } = options;
  const currentOrigin = () => origin ?? "http://localhost";
  const store = new Store({ data, seed, clock, origin: currentOrigin });
  store.change((change) => seedPrices(change, options.prices));

  const log = new AttemptLog();
  const deliverer = new Deliverer(store, webhook, log, clock);
  const news = new News(store);
  const { account, inbound } = options.twilio;
  const accounts = [account, ownAccount(store.look().state.seed)];
  const { server, port } = await listen({
    ...options,
    origin: currentOrigin,
    routes: [
      ...stripeRoutes(store, stripeKey),
      ...controlRoutes(store, log),
      emailsRoute(store, mailKey),
      ...outboxRoutes(store),
      ...pushRoutes(store),
      ...apiRoutes(store, accounts, news),
      ...textControlRoutes({ store, accounts, news, inbound }),
      ...googleRoutes(store, options.google),
      styleRoute,
    ],
  });
  const smtp =
    options.smtpPort === null
      ? null
      : await openSmtp(store, options.smtpPort, options);
  origin ??= `http://localhost:${port}`;
  const tick = () => {
    try {
      catchUp(store);
    } catch (error) {
      logError("time", error);
    }
  };
  tick();
  deliverer.wake();
  const timer = setInterval(tick, TICK);
  return {
    origin,
    port,
    smtpPort: smtp?.port ?? null,
    async close() {
      clearInterval(timer);
      await smtp?.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await deliverer.close();
      await news.close();
      await closed;
    },
  };
}

async function openSmtp(
  store: Store,
  port: number,
  { mailKey: password, logError }: StandinsOptions,
) {
  const { listenForMail } = await import("./mail/smtp-server.ts");
  return await listenForMail({ store, password, port, logError });
}
