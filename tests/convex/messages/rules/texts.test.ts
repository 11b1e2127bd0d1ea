import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { textableNumber } from "../../../../convex/base/rules/phone.ts";
import {
  isKeyword,
  replyOf,
  twiml,
} from "../../../../convex/messages/rules/smsReplies.ts";
import { segmentsOf } from "../../../../convex/messages/rules/smsSegments.ts";
import {
  defaultTemplates,
  cleanMessage,
  fillTemplate,
  fitTemplate,
  templateNames,
} from "../../../../convex/messages/rules/smsTemplates.ts";
import {
  goesForward,
  reasonOf,
  type TextState,
} from "../../../../convex/messages/rules/sms.ts";
import {
  endOfMonth,
  monthKey,
} from "../../../../convex/base/rules/timezones.ts";

test.each([
  ["", 0],
  ["a", 1],
  ["a".repeat(160), 1],
  ["a".repeat(161), 2],
  ["a".repeat(306), 2],
  ["a".repeat(307), 3],
  // From the extension table: two septets each.
  ["€".repeat(80), 1],
  ["€".repeat(81), 2],
  // 76 fit into a part of 153, and none is split.
  ["€".repeat(152), 2],
  ["€".repeat(153), 3],
  ["ж".repeat(70), 1],
  ["ж".repeat(71), 2],
  // An emoji is two units, and 33 of them fill a part of 67.
  ["😀".repeat(35), 1],
  ["😀".repeat(36), 2],
  ["😀".repeat(67), 3],
  [`${"a".repeat(69)}’`, 1],
  [`${"a".repeat(70)}’`, 2],
])("[N4] the text %j takes %i parts", (text, segments) => {
  expect(segmentsOf(text).segments).toBe(segments);
});

test("[N4] our own templates fit in one part with ordinary names", () => {
  const data = {
    ...{ ticket_number: "127", business_name: "Fade & Blade Barbers" },
    ...{ queue_name: "Walk-ins", time: "10:30 am", minutes: "20" },
    place: "the counter",
  };
  for (const name of templateNames) {
    const text = fillTemplate(defaultTemplates[name], data);
    expect(text).not.toContain("{");
    expect(segmentsOf(text), text).toMatchObject({
      segments: 1,
      encoding: "gsm7",
    });
  }
});

test("[N6] placeholders are filled, unknown ones stay, and values add no placeholder, line break or link", () => {
  const fill = (template: string, name: string) =>
    fillTemplate(template, { name, ticket_number: "7" });
  expect(fill("Hi {{name}} {{ticket_number}} {{ name }} {{x}} {y}", "Al")).toBe(
    "Hi Al 7 Al {{x}} {y}",
  );
  expect(fill("{{toString}} {{__proto__}}", "Al")).toBe(
    "{{toString}} {{__proto__}}",
  );
  expect(fill("{{name}}!", "{{ticket_number}}")).toBe("ticket_number!");
  expect(fill("{{name}}!", "Al\nSTOP\u0007\u202e")).toBe("Al STOP!");
  for (const link of [
    ...["https://evil.example/x", "http://1.2.3.4", "www.evil.example"],
    ...["evil.example/pay", "evil.co.uk", "hthttp://tp://evil.com"],
    ...["evil.{{x}}com", "ev{}il.com", "javascript://x", "еvil.рф/x"],
    ...["evil。com", "evil.}com", "x:/{}/y"],
  ]) {
    expect(fill("{{name}}", link), link).not.toMatch(/\/\/|[.。]\S/u);
  }
  expect(fill("{{name}}!", "x".repeat(500))).toBe(`${"x".repeat(37)}...!`);
  expect(fill("{{name}}", "St. Mary's")).toBe("St. Mary's");
});

test("[N6] no value makes a placeholder, a line break or a link", () => {
  const parts = fc.constantFrom(
    ...["{{", "}}", "name", "http", "://", "www.", "evil", ".com", "/", "\n"],
    ...["{", "}", " ", "ticket_number", "\u202e", "é"],
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (pieces) => {
      const name = pieces.join("");
      const text = fillTemplate("{{name}}", { name, ticket_number: "7" });
      expect(text).not.toMatch(/[{}\n]|\/\/|\.[^\s.]/);
      expect([...text].length).toBeLessThanOrEqual(40);
    }),
  );
});

test("[N5] texts go only to open countries and ordinary numbers", () => {
  const code = (text: string, country: string | null = "GB") => {
    const read = textableNumber(text, country);
    return read.ok ? read.phone : read.code;
  };
  expect(code("07700 900123")).toBe("+447700900123");
  expect(code("0049 1512 3456789")).toBe("+4915123456789");
  expect(code("+1 (555) 010-9999", "US")).toBe("+15550109999");
  expect(code("")).toBe("phoneRequired");
  expect(code("abc")).toBe("phoneInvalid");
  expect(code("999")).toBe("phoneInvalid");
  // National numbers that cost more: premium rate, shared cost, freephone and personal.
  for (const costly of [
    ...["0906 701 0000", "0843 410 0000", "0800 123 4567"],
    ...["070 1234 5678", "+44 7012 345678"],
  ])
    expect(code(costly), costly).toBe("phoneInvalid");
  expect(code("+1 900 555 0199", "US")).toBe("phoneInvalid");
  // +1 covers many countries, such as Jamaica and the Dominican Republic.
  for (const abroad of [
    ...["+1 876 555 0123", "+1 809 555 0123", "+252 61 5551234"],
    ...["+53 26 123 456", "+960 771 2345"],
  ])
    expect(code(abroad, "US"), abroad).toBe("smsCountry");
  // The shop's own country is always open to its own account (texts.test.ts).
  expect(code("+252 61 5551234", "SO")).toBe("+252615551234");
  expect(code("+881 6 123 45678", null)).not.toMatch(/^\+/);
});

test("[N3] states only move forward, and nothing follows a final one", () => {
  const states: TextState[] = [
    ...(["queued", "sending", "unknown", "sent", "delivered"] as const),
    ...(["undelivered", "failed", "cancelled"] as const),
  ];
  const order = (state: TextState) => Math.min(states.indexOf(state), 4);
  for (const from of states)
    for (const to of states)
      expect(goesForward(from, to), `${from} ${to}`).toBe(
        order(to) > order(from),
      );
});

test("[N3] Twilio's codes map to reasons", () => {
  const reasons = [21610, 21614, 21211, 30003, 30005, 30006, 30007, 99999];
  expect(reasons.map(reasonOf)).toEqual([
    ...["optedOut", "notMobile", "invalidNumber", "unreachable"],
    ...["unknownNumber", "notMobile", "filtered", "other"],
  ]);
});

test("[N7] all words for STOP, START and HELP are understood, in any case and with spaces", () => {
  const of = (words: string) => words.split(" ").map((one) => replyOf(one));
  const stops = "STOP STOPALL UNSUBSCRIBE CANCEL END QUIT OPTOUT REVOKE";
  expect(new Set(of(stops))).toEqual(new Set(["stop"]));
  expect(of("start YES unstop")).toEqual(["start", "yes", "start"]);
  expect(new Set(of("Help info"))).toEqual(new Set(["help"]));
  expect([replyOf(" sToP \n"), replyOf("1"), replyOf(" 9 ")]).toEqual([
    ...["stop", "coming", "leaving"],
  ]);
  // Keyboards write their own digits, phones offer the keycap.
  expect(["١", "۹", "１", "1️⃣"].map(replyOf)).toEqual([
    ...["coming", "leaving", "coming", "coming"],
  ]);
  for (const other of ["", "19", "__proto__", "constructor", "I come at 9"])
    expect(replyOf(other), other).toBeNull();
  expect(twiml("A & <B>")).toContain("<Message>A &amp; &lt;B&gt;</Message>");
});

test.each(["Pacific/Apia", "America/Los_Angeles", "Asia/Beirut", "UTC"])(
  "[N2] a month ends where the next begins in %s",
  (timezone) => {
    for (const month of ["2026-01", "2026-03", "2026-10", "2026-12"]) {
      const at = Date.parse(`${month}-15T00:00:00Z`);
      const end = endOfMonth(at, timezone);
      expect(monthKey(end - 1, timezone)).toBe(month);
      expect(monthKey(end, timezone) > month).toBe(true);
    }
  },
);

test.each([
  ...[
    "STOP ALL",
    "Stop!",
    "stop.",
    "please stop",
    "Stop texting me",
    "Opt-out",
    "opt out",
    "no more texts please",
    "Stop please",
    "STOP 🛑",
    "stop stop stop",
    "Please unsubscribe me",
    "How do I unsubscribe?",
    "Unsubscribe me from these texts",
    "stop sending me these texts",
    "Can you stop texting me",
    "I told you to quit texting me",
    "Hi, please stop all messages to this number, thanks",
    "Stop. Wrong number",
    "Stop, wrong number",
    "STOP - I never signed up for this",
    "I have no idea what this is or who you are.\nStop!",
    "Who is this? Stop texting me. I don't know you",
  ],
  ...[
    "remove me",
    "Arrêt",
    "ARRETEZ",
    "Parar",
    "Aufhören!",
    "Stopp",
    "afmelden",
    "СТОП",
    "停止",
    "\u200bStop",
  ],
])("[N7] %j ends the texts", (body) => expect(replyOf(body)).toBe("stop"));

test.each([
  ...[
    "please don't stop",
    "Cancel my 9 o'clock, I am ill",
    "Is this the end of the queue?",
    "1 or 2 minutes",
    "Stop for a coffee first? I can bring one for everybody",
    "I'm at the bus stop",
    "Running late, one more stop",
    "Can't stop",
    "Can’t stop, sorry",
    "cant stop now",
    "Stop by in 5?",
    "One more stop please",
    "Bus stop now, then walking",
    "I'm from Peru",
    "Peru is far",
    "Basta un minuto",
    "Ya casi, pare el reloj",
    "Voy a la baja",
    "don't unsubscribe me",
    "I didn't say stop",
  ],
  "When I get to the bus stop near your shop I will call and tell you",
])("[N7] %j does not", (body) => expect(replyOf(body)).toBeNull());

test("[N7] a word for 'stop' alone ends the texts; beside a word about something else it does not", () => {
  const stop = fc.constantFrom("stop", "Stopp", "UNSUBSCRIBE", "basta", "停止");
  const marks = fc.constantFrom("", " ", "!", "...", " 🛑", "\n", "?", "️");
  const polite = fc.constantFrom("", "please ", "Thanks, ", "ok ", "hi! ");
  const things = fc.constantFrom(
    ...["", " please", " all", " texting me", " now", " sending messages"],
  );
  fc.assert(
    fc.property(marks, polite, stop, things, marks, (a, b, word, c, d) => {
      expect(replyOf(`${a}${b}${word}${c}${d}`)).toBe("stop");
    }),
  );
  const other = fc.constantFrom("bus", "one more", "can't", "by", "at", "next");
  const ordinary = fc.constantFrom("stop", "STOP", "pare", "baja", "peru");
  fc.assert(
    fc.property(other, ordinary, marks, (one, word, mark) => {
      for (const body of [`${one} ${word}${mark}`, `${word} ${one}${mark}`])
        expect(replyOf(body), body).toBeNull();
    }),
  );
});

test("[N7] only the carriers' own keywords get their answers", () => {
  expect([" stop ", "END"].map(isKeyword)).toEqual([true, true]);
  expect(["stop all", "Stop!", "arret"].map(isKeyword)).not.toContain(true);
});

test("[N5] a territory of a country counts as the country", () => {
  const of = (text: string, country: string) => textableNumber(text, country);
  expect(of("787-555-0123", "US")).toEqual({ ok: true, phone: "+17875550123" });
  expect(of("+1 671 555 0123", "DE").ok).toBe(true);
  expect(of("07781 123456", "GB")).toEqual({
    ok: true,
    phone: "+447781123456",
  });
  expect(of("07624 123456", "GB").ok).toBe(true);
});

test("[N4] typographic marks become plain ones, so that a text stays in one part", () => {
  const text = fillTemplate(
    "{{business_name}} – it’s your turn… “{{queue_name}}”",
    {
      ...{ business_name: "Tony’s", queue_name: "Cut\u00a0& Go" },
    },
  );
  expect(text).toBe(`Tony's - it's your turn... "Cut & Go"`);
  expect(segmentsOf(text).encoding).toBe("gsm7");
  expect(cleanMessage("It’s 10–20 min…", 100)).toBe("It's 10-20 min...");
});

test("a message is cut before it is cleaned: megabytes of marks would take seconds", () => {
  const replacing = vi.spyOn(String.prototype, "replace");
  const clean = cleanMessage("“".repeat(100_000), 400);
  const lengths = replacing.mock.contexts.map((text) => String(text).length);
  replacing.mockRestore();
  expect(clean).toBe('"'.repeat(400));
  expect(Math.max(...lengths)).toBeLessThan(10_000);
});

test("[N4] long names are shortened until the text fits", () => {
  const data = {
    ...{ ticket_number: "127", time: "10:30", minutes: "20" },
    business_name: "Zakład fryzjerski „Pod Świętym Łazarzem” w Łodzi",
    queue_name: "Strzyżenie, farbowanie i układanie włosów dla dzieci",
  };
  for (const name of templateNames) {
    const text = fitTemplate(
      `${defaultTemplates[name]} Do zobaczenia wkrótce!`,
      data,
    );
    expect(segmentsOf(text).segments, text).toBeLessThanOrEqual(3);
    expect(text).toContain("Zakład");
    expect(text).toContain("127");
  }
});

test.each([
  ["Fade & Blade Barbers of Old Street", "Fade & Blade Barbers of Old..."],
  ["Fade & Blade Barbers and Sons", "Fade & Blade Barbers and Sons"],
  ["Donaudampfschifffahrtsgesellschaft", "Donaudampfschifffahrtsgesel..."],
  [`${"x".repeat(26)}👩‍👩‍👧xxxx`, `${"x".repeat(26)}👩‍👩‍👧...`],
  [`${"x".repeat(27)}👩‍👩‍👧xxxx`, `${"x".repeat(27)}...`],
])(
  "[N6] %j is cut after a word or a character, and shows it: %j",
  (name, cut) => {
    const data = { business_name: name };
    expect(fillTemplate("{{business_name}}", data, 30)).toBe(cut);
  },
);
