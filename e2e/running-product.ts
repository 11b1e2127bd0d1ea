/** The product as a user starts it, on a free port and with its own data folder; can be killed and restarted. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const root = join(import.meta.dirname, "..");
/** They end what hangs: a busy machine may take long, also to build the client. */
const START_LIMIT_MS = 900_000;
const STOP_LIMIT_MS = 240_000;
const READY = /^Ready at /m;

export class RunningProduct {
  readonly #port: number;
  readonly #dataFolder: string;
  readonly #log: string;
  #settings: Readonly<Record<string, string>>;
  #said = "";
  #process: ChildProcess;

  private constructor(
    port: number,
    log: string,
    settings: Readonly<Record<string, string>>,
  ) {
    this.#port = port;
    this.#settings = settings;
    this.#dataFolder = mkdtempSync(join(tmpdir(), "yourturn-e2e-"));
    this.#log = log;
    this.#process = this.#launch();
  }

  /**
   * Resolves when it is ready, with an empty data folder.
   * @param name its output is kept in test-results/<name>.log
   * @param settings environment variables in addition to this machine's
   * @throws Error with that output if it does not start
   */
  static async start(
    name: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<RunningProduct> {
    mkdirSync(join(root, "test-results"), { recursive: true });
    const log = join(root, "test-results", `${name}.log`);
    const product = new RunningProduct(await freePort(), log, settings);
    await product.#ready();
    return product;
  }

  get address(): string {
    return `http://localhost:${this.#port}`;
  }

  get said(): string {
    return this.#said;
  }

  /** The key that the launcher made in the data folder. */
  get adminKey(): string {
    return readFileSync(join(this.#dataFolder, "admin.key"), "utf8").trim();
  }

  /** The stand-ins' address without a slash at the end, and the key of the one for Stripe. */
  get standins(): { readonly address: string; readonly stripeKey: string } {
    const file = join(this.#dataFolder, "standins", "secrets.json");
    const secrets = JSON.parse(readFileSync(file, "utf8")) as {
      STRIPE_SECRET_KEY: string;
    };
    return {
      address: `http://localhost:${this.#port + 3}`,
      stripeKey: secrets.STRIPE_SECRET_KEY,
    };
  }

  /** `kill -9` of every process of the product, like a power failure. */
  async kill(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#signalAll("SIGKILL");
    await ended;
  }

  /** Starts it again after `kill`, with the same port and data. `settings` replace the earlier ones. */
  async restart(settings = this.#settings): Promise<void> {
    this.#settings = settings;
    this.#process = this.#launch();
    await this.#ready();
  }

  /** Stops it like Ctrl-C and removes its data. @throws Error if that does not end it in time */
  async stop(): Promise<void> {
    try {
      if (hasEnded(this.#process)) return;
      const ended = once(this.#process, "exit");
      this.#process.kill("SIGTERM");
      const inTime = await Promise.race([
        ended.then(() => true),
        delay(STOP_LIMIT_MS, false, { ref: false }),
      ]);
      if (inTime) return;
      this.#signalAll("SIGKILL");
      throw new Error(`the product did not stop in ${STOP_LIMIT_MS / 1000} s`);
    } finally {
      rmSync(this.#dataFolder, { recursive: true, force: true });
    }
  }

  #launch(): ChildProcess {
    this.#said = "";
    const launched = spawn("node", ["launch/start.mjs"], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(this.#port),
        DATA_DIR: this.#dataFolder,
        // Stand-ins, regardless of this machine's settings.
        STRIPE_SECRET_KEY: "",
        MAIL_API_KEY: "",
        TWILIO_ACCOUNT_SID: "",
        SMTP_URL: "",
        GOOGLE_CLIENT_ID: "",
        ...this.#settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
      // A separate process group, so that the engine ends with the launcher.
      detached: true,
    });
    const file = createWriteStream(this.#log, { flags: "a" });
    launched.stdout.on("data", (bytes: Buffer) => {
      this.#said += String(bytes);
    });
    launched.stdout.pipe(file, { end: false });
    launched.stderr.pipe(file, { end: false });
    launched.once("exit", (code, signal) => {
      file.end(`(it ended with ${signal ?? code})\n`);
    });
    return launched;
  }

  #signalAll(signal: NodeJS.Signals): void {
    if (this.#process.pid !== undefined) {
      process.kill(-this.#process.pid, signal);
    }
  }

  /** Ready means: the functions are deployed and the demo shop is in place. */
  async #ready(): Promise<void> {
    try {
      await this.#untilItSaysSo();
    } catch (error) {
      await this.stop();
      const output = readFileSync(this.#log, "utf8").trim();
      throw new Error(`the product did not start:\n${output}`, {
        cause: error,
      });
    }
  }

  async #untilItSaysSo(): Promise<void> {
    const end = Date.now() + START_LIMIT_MS;
    while (!READY.test(this.#said)) {
      if (hasEnded(this.#process)) {
        throw new Error(`it ended with ${this.#process.exitCode}`);
      }
      if (Date.now() > end) throw new Error("it was not ready in time");
      await delay(50);
    }
  }
}

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;
/** Where the search for the next port starts; it differs by process. */
let place = process.pid;

/** A free port, with free ports for HTTP actions and the stand-ins. */
async function freePort(): Promise<number> {
  for (;;) {
    // Below the range that systems use for outgoing connections.
    const port = 20_000 + 4 * (place++ % 2_500);
    const wanted = [port, port + 1, port + 3];
    const free = await Promise.all(wanted.map(isFree));
    if (free.every(Boolean)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .once("error", () => resolve(false))
      .listen(port, () => server.close(() => resolve(true)));
  });
