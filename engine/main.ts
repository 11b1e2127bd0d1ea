#!/usr/bin/env -S node --experimental-vm-modules --no-warnings --max-semi-space-size=16
/**
 * The engine as a program: reads the command line, opens an engine, says when it is ready, and stops it in order.
 * A parent with an IPC channel gets `{ready: {url, siteUrl, deployed}}` or `{fault: {kind, message, advice}}`; others read one
 * line.
 */
import { enableCompileCache } from "node:module";
import { isBackupCommand, runBackupCommand } from "./backup-command.ts";
import { parseConfig } from "./config.ts";
import { EXIT_CODES, Fault } from "./fault.ts";
import { createErrorLog } from "./log/error-log.ts";
import { createLog } from "./log/log.ts";
import { isSupported, OLDEST_NODE } from "./preflight/supported-node.mjs";

/** Supervisors allow ten seconds after SIGTERM. */
const STOP_WITHIN = 9_500;

function fail(error: unknown): void {
  if (!(error instanceof Fault)) {
    console.error("engine: cannot start:", error);
    process.exit(1);
  }
  const { kind, message, advice } = error;
  const code = EXIT_CODES[kind];
  if (process.send) {
    process.send({ fault: { kind, message, advice } }, () =>
      process.exit(code),
    );
    return;
  }
  console.error(`engine: ${message} ${advice}`.trimEnd());
  process.exit(code);
}

function checkNode(): void {
  // Guard untested: tests run on a Node that is new enough.
  if (isSupported(process.versions.node)) return;
  throw new Fault(
    "node",
    `Node ${OLDEST_NODE} or newer is needed; this is ${process.version}.`,
  );
}

async function main(): Promise<void> {
  checkNode(); // Guard untested: tests run on a Node that is new enough.
  const [command, ...rest] = process.argv.slice(2);
  if (isBackupCommand(command)) {
    for (const line of await runBackupCommand(command, rest)) console.log(line);
    return;
  }
  const config = parseConfig(process.argv.slice(2), process.env);
  delete process.env["ENGINE_ADMIN_KEY"];
  delete process.env["ENGINE_METRICS_KEY"];
  delete process.env["ENGINE_VARIABLES"];
  enableCompileCache();
  // In the JavaScript build, stack frames still name the sources.
  if (import.meta.url.endsWith(".js")) process.setSourceMapsEnabled(true);
  // Only now: on an old Node the imports themselves would crash.
  const { openEngine } = await import("./engine.ts");
  const { hideConstructors } =
    await import("./functions/hidden-constructors.ts");
  const { currentExecution } = await import("./functions/running/executor.ts");
  hideConstructors();
  const log = createLog(config.logFormat, config.logLevel, console.error);
  const logError = createErrorLog(log);

  let isStopping = false;
  const stop = (code: number) => {
    isStopping = true;
    log.write({ level: "info", message: "stopping" });
    setTimeout(() => {
      const message =
        "did not stop in time; everything that was answered is safe";
      log.write({ level: "error", message });
      process.exit(1);
    }, STOP_WITHIN).unref();
    opening
      .then((engine) => engine.close())
      .then(
        () => process.exit(code),
        (error: unknown) => {
          logError("stopping failed", error);
          process.exit(1);
        },
      );
  };
  // Before the engine answers. Earlier, a signal ends the process at once: nothing is lost, and opening may take long.
  const beforeListening = () => {
    process.once("SIGTERM", () => stop(0));
    process.once("SIGINT", () => stop(0));
    // A launcher that died can no longer stop it.
    process.once("disconnect", () => stop(0));
    // The state after an uncaught error is unknown. What is on disk is whole, and a supervisor restarts the process.
    process.once("uncaughtException", (error) => {
      logError("uncaught error", error);
      stop(1);
    });
    // A promise left behind by a module must not end the process for everyone. Rejections inside a call fail that call.
    process.on("unhandledRejection", (error) => {
      if (currentExecution() === undefined)
        logError("unhandled rejection", error);
    });
  };
  const opening = openEngine({ ...config, log, beforeListening });

  const { url, siteUrl, deployed } = await opening;
  if (isStopping) return;
  log.write({ level: "info", message: `ready at ${url}` });
  if (process.send) process.send({ ready: { url, siteUrl, deployed } });
  else console.log(`ready ${url}`);
}

main().catch(fail);
