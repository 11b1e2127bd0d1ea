/** A mail service that only keeps a list of sent mails and gives set answers. Holds no assertions. */
import { vi } from "vitest";

export type Sent = {
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** The calendar file, unfolded. Empty if there is none. */
  calendar: string;
  /** The idempotency key. */
  key: string | null;
};

type Body = Omit<Sent, "calendar" | "key"> & {
  attachments?: { content: string }[];
};

/** Replaces `fetch` from now on. `answers` are the statuses of the next requests, 200 after them. */
export function openPostOffice() {
  const sent: Sent[] = [];
  const answers: (number | "cut")[] = [];
  vi.stubEnv("MAIL_API_KEY", "re_1");
  vi.stubEnv("MAIL_FROM", "Yourturn <hello@yourturn.example>");
  vi.stubEnv("SITE_URL", "https://yourturn.example");
  vi.stubGlobal("fetch", async (_url: URL, request: RequestInit) => {
    const body = JSON.parse(request.body as string) as Body;
    const [file] = body.attachments ?? [];
    const bytes = Uint8Array.from(atob(file?.content ?? ""), (sign) =>
      sign.charCodeAt(0),
    );
    sent.push({
      ...body,
      calendar: new TextDecoder().decode(bytes).replaceAll("\r\n ", ""),
      key: new Headers(request.headers).get("Idempotency-Key"),
    });
    const answer = answers.shift() ?? 200;
    if (answer === "cut") throw new TypeError("terminated");
    return new Response("{}", { status: answer });
  });
  return { sent, answers };
}
