/** A mail server that puts received mails into the outbox: RFC 5321 with a password, on this machine only. */
import type { AddressInfo, Socket } from "node:net";
import { simpleParser, type ParsedMail } from "mailparser";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { Store } from "../state/store.ts";
import { keep } from "./keep.ts";
import type { Mail } from "./read-mail.ts";
import { troubleOf } from "./trouble.ts";

/** The password is the mail service's key. */
const SMTP_USER = "standin";

const SLOW_MS = 150;

const HEADERS = ["list-unsubscribe", "list-unsubscribe-post"];

export type SmtpOptions = {
  readonly store: Store;
  readonly password: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly logError: (what: string, error: unknown) => void;
};

export async function listenForMail(
  options: SmtpOptions,
): Promise<{ port: number; close: () => Promise<void> }> {
  const { store, password, logError } = options;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password: given }, _session, done) => {
      if (username === SMTP_USER && given === password)
        done(null, { user: username });
      else done(refusal(535, "Authentication credentials invalid"));
    },
    onRcptTo: ({ address }, _session, done) => {
      const trouble = troubleOf([address]);
      if (trouble === "refuse") done(refusal(550, "No such mailbox"));
      else if (trouble === "later") done(refusal(451, "Try again later"));
      else done();
    },
    onData: (stream, session, done) => {
      simpleParser(stream).then(
        (parsed) => {
          const mail = mailOf(parsed, session);
          store.change((change) => keep(change, mail));
          const trouble = troubleOf(mail.to);
          if (trouble === "cut") cut(server, session);
          else if (trouble === "slow") setTimeout(done, SLOW_MS);
          else done();
        },
        (error: unknown) => done(refusal(554, String(error))),
      );
    },
  });
  server.on("error", (error) => logError("mail", error));
  await new Promise<void>((resolve) => {
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function mailOf(parsed: ParsedMail, session: SMTPServerSession): Mail {
  const { subject, html, text, attachments, headerLines } = parsed;
  const { rcptTo } = session.envelope;
  return {
    from: parsed.from?.text ?? "",
    to: rcptTo.map(({ address }) => address),
    subject: subject ?? "",
    html: html === false ? null : (html ?? null),
    text: text ?? null,
    headers: Object.fromEntries(
      headerLines
        .filter(({ key }) => HEADERS.includes(key))
        .map(({ line }) => split(line)),
    ),
    attachments: attachments.map((one) => ({
      filename: one.filename ?? "",
      contentType: one.contentType,
      content: one.content.toString("utf8"),
    })),
  };
}

/** Ends the connection without an answer, as a network failure does. */
function cut({ connections }: SMTPServer, { id }: SMTPServerSession): void {
  for (const one of connections as Set<{ id: string; _socket: Socket }>)
    if (one.id === id) one._socket.destroy();
}

/** "List-Unsubscribe: <…>", unfolded. */
function split(line: string): [name: string, value: string] {
  const [name = "", value = ""] = line.split(/:(.*)/s);
  return [name, value.replace(/\s+/g, " ").trim()];
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
