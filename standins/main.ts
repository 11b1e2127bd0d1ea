/** A program. A parent with an IPC channel gets `{ready: {url}}` or `{fault: {kind, message, advice}}`. */
import { openStandins } from "./open-standins.ts";
import { parseSettings, type Settings } from "./settings.ts";

const USAGE_ERROR = 2;

function readSettings(): Settings {
  try {
    return parseSettings(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(USAGE_ERROR);
  }
}

async function main(): Promise<void> {
  const standins = await openStandins({
    ...readSettings(),
    logError: (what, error) =>
      console.error(new Date().toISOString(), what, error),
  });
  const stop = () => {
    void standins.close().then(() => process.exit(0));
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  // A launcher that crashed cannot stop us any more.
  process.once("disconnect", stop);
  const { origin: url } = standins;
  if (process.send) process.send({ ready: { url } });
  else console.log(`ready ${url}`);
}

main().catch((error: unknown) => {
  const fault = faultOf(error);
  if (process.send) {
    process.send({ fault }, () => process.exit(1));
    return;
  }
  console.error(`standins: cannot start: ${fault.message}`);
  process.exit(1);
});

function faultOf(error: unknown) {
  const { code, port, message } = error as Partial<
    NodeJS.ErrnoException & { port: number }
  >;
  return code === "EADDRINUSE"
    ? {
        kind: "port",
        message: `Port ${port} is in use by another program.`,
        advice: "",
      }
    : { kind: "other", message: message ?? String(error), advice: "" };
}
