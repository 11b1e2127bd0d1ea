/** The state of the stand-in for Google, read through its own endpoints. Clicks nothing. */

type Event = { status: string; start: string; summary: string };
const address = (): string =>
  `${process.env["E2E_STANDINS"] ?? ""}/_standin/google`;

/** The events in an account's calendar, earliest first. */
export async function eventsAt(email: string) {
  const response = await fetch(`${address()}/calendars`);
  const calendars = (await response.json()) as Record<
    string,
    { events: Record<string, Event> } | undefined
  >;
  return Object.values(calendars[email]?.events ?? {})
    .filter(({ status }) => status === "confirmed")
    .map(({ start, summary }) => ({ start: Date.parse(start), summary }))
    .sort((a, b) => a.start - b.start);
}

/** Makes the account busy then, and at no other time. */
export async function busyAt(
  email: string,
  { start, end }: { start: number; end: number },
): Promise<void> {
  const block = {
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  };
  await post("busy", { email, blocks: [block] });
}

/** Revokes access, as on the page of a Google account. */
export async function takeBackAccess(email: string): Promise<void> {
  await post("revoke", { email });
}

async function post(path: string, body: object): Promise<void> {
  const response = await fetch(`${address()}/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}
