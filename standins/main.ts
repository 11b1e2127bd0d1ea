/**
 * The stand-ins as a program: `node standins/main.ts --webhook-url http://localhost:3001/api/stripe/webhook`. Says when
 * it is ready: a parent with an IPC channel hears `{ready: {url}}`, everyone else reads one line.
 */
import { openStandins } from "./open-standins.ts";
import { parseSettings, type Settings } from "./settings.ts";

/** Exit code for a command line that cannot be understood. */
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
  // A launcher that died cannot stop us any more.
  process.once("disconnect", stop);
  const { origin: url } = standins;
  if (process.send) process.send({ ready: { url } });
  else console.log(`ready ${url}`);
}

main().catch((error: unknown) => {
  console.error(
    "standins: cannot start:",
    error instanceof Error ? error.message : error,
  );
  process.exit(1);
});
