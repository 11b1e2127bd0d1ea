/** Proves that the light client sees what a real ConvexClient sees: both watch one query during writes. */
import { openOfficialClient } from "../wire/official-client.ts";
import { SyncClient } from "../wire/sync-client.ts";

const REAL_CLIENTS = 3;

type Watching = {
  readonly seen: string[];
  readonly close: () => Promise<void>;
};

/** Makes `writes` writes, one at a time. @throws Error when a real client saw another series of values than the raw one */
export async function assertEquivalent(
  url: string,
  port: number,
  query: string,
  args: Record<string, never>,
  write: () => Promise<unknown>,
  writes: number,
): Promise<void> {
  let changed = () => {};
  const clients = [
    await watchRaw(port, query, args, () => changed()),
    ...Array.from({ length: REAL_CLIENTS }, () =>
      watchReal(url, query, args, () => changed()),
    ),
  ];
  const allHave = (count: number) =>
    new Promise<void>((resolve) => {
      changed = () => {
        if (clients.every(({ seen }) => seen.length >= count)) resolve();
      };
      changed();
    });
  await allHave(1);
  for (let i = 1; i <= writes; i++) {
    await write();
    await allHave(i + 1);
  }
  await Promise.all(clients.map((client) => client.close()));
  const [raw, ...real] = clients.map(({ seen }) => seen.join("\n"));
  if (real.some((series) => series !== raw))
    throw new Error(`The raw client differs from ConvexClient on ${query}.`);
}

async function watchRaw(
  port: number,
  query: string,
  args: object,
  onChange: () => void,
): Promise<Watching> {
  const seen: string[] = [];
  const client = await SyncClient.open(port);
  client.subscribe(query, args, (value) => {
    seen.push(JSON.stringify(value));
    onChange();
  });
  return { seen, close: async () => client.close() };
}

function watchReal(
  url: string,
  query: string,
  args: Record<string, never>,
  onChange: () => void,
): Watching {
  const seen: string[] = [];
  const client = openOfficialClient(url);
  client.watch(query, args, (value) => {
    seen.push(JSON.stringify(value));
    onChange();
  });
  return { seen, close: client.close };
}
