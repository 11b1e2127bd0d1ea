/** Pages for programs that run no script: messengers' previews, search engines, `curl`. */
import { createHash } from "node:crypto";
import { request } from "node:http";
import { api } from "../convex/_generated/api.js";
import { expect, test } from "./fixtures.ts";

type Answer = { status: number | undefined; text: string };

const ask = (
  url: string,
  headers: Record<string, string>,
  method = "GET",
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asking = request(url, { method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode, text }));
    });
    asking.on("error", reject).end();
  });

test("a join link describes the business to every program, at the product's own address @phones", async ({
  address,
  business,
}) => {
  const link = `${address}${business.joinPath}`;
  const titled = `<title>Join the queue · ${business.name}</title>`;
  const askers: Record<string, string>[] = [
    { Accept: "text/html" },
    { Accept: "*/*", "User-Agent": "WhatsApp/2.23" },
    { "User-Agent": "facebookexternalhit/1.1" },
    { Host: "evil.test", "X-Forwarded-Host": "evil.test" },
  ];
  for (const headers of askers) {
    const { status, text } = await ask(link, headers);
    expect(status).toBe(200);
    expect(text).toContain(titled);
    expect(text).toContain(`<meta property="og:url" content="${link}" />`);
    expect(text).toContain(`content="${address}/icon-512.png"`);
    expect(text).not.toContain("evil.test");
  }
  expect(await ask(link, {}, "HEAD")).toEqual({ status: 200, text: "" });
  const { client } = business.owner;
  await client.mutation(api.profile.addresses.make, {});
  const own = await client.query(api.profile.addresses.own, {});
  const short = await ask(`${address}/j/${own?.current}`, {});
  expect(short.status).toBe(200);
  expect(short.text).toContain(titled);
  expect(short.text).toContain(`<meta property="og:url" content="${link}" />`);
  for (const nobody of ["/join?b=nobody", "/j/nobody"]) {
    const { status, text } = await ask(address + nobody, {});
    expect(status).toBe(200);
    expect(text).toContain('<meta name="robots" content="noindex" />');
  }
  const front = await ask(`${address}/`, {});
  expect(front.text).toContain("<title>Yourturn · The easiest way");
});

test("every page's policy allows the styles in the page, which has no style attributes @phones", async ({
  address,
}) => {
  // One of each app, and those of no app.
  const pages = ["/", "/login", "/dashboard", "/poster", "/join", "/display"];
  for (const path of [
    ...pages,
    "/j/fade",
    "/admin/login",
    "/404",
    "/offline.html",
  ]) {
    const answer = await fetch(address + path);
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    const page = await answer.text();
    const styles = [...page.matchAll(/<style([^>]*)>(.*?)<\/style>/gs)];
    const sources = styles.map(([, , style = ""]) => {
      const digest = createHash("sha256").update(style).digest("base64");
      return `'sha256-${digest}'`;
    });
    expect(sources, path).not.toHaveLength(0);
    expect(policy, path).toContain(`style-src 'self' ${sources.join(" ")};`);
    expect(page, path).not.toMatch(/ style=/);
  }
});
