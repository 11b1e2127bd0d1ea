/** Creates the globals of a new realm, in the order of their dependencies, from the other files of this folder. */
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setUpAbort } from "./abort.ts";
import { setUpAsyncStorage } from "./async-storage.ts";
import { setUpBlob } from "./blob.ts";
import { setUpBodies } from "./bodies.ts";
import { setUpConsole } from "./console.ts";
import { setUpConvex } from "./convex.ts";
import { setUpCrypto } from "./crypto.ts";
import { setUpDeterminism } from "./determinism.ts";
import { setUpDomException } from "./dom-exception.ts";
import { setUpErrors } from "./errors.ts";
import { setUpEvent } from "./event.ts";
import { setUpEventTarget } from "./event-target.ts";
import { setUpFormData } from "./form-data.ts";
import { setUpHeaders } from "./web-headers.ts";
import { setUpLocale } from "./locale.ts";
import type { FormEntry, HostWeb, RealmDoor, RealmHost } from "./host.ts";
import { createInspect } from "./inspect.ts";
import { setUpStreams } from "./web-streams.ts";
import { setUpStructuredClone } from "./structured-clone.ts";
import { setUpText } from "./text.ts";
import { createTools } from "./tools.ts";
import { setUpUrl } from "./url.ts";
import { createWait } from "./wait.ts";
import { setUpWebAssembly } from "./web-assembly.ts";

/** What differs between realms: everything the running code asks for. */
export type RealmEnvironment = Omit<
  RealmHost,
  "web" | "locate" | "parseForm" | "loadStreams"
>;

/** @param evaluate gives the value of a script that is run in the realm. */
export function setUpRealm(
  environment: RealmEnvironment,
  locate: RealmHost["locate"],
  evaluate: (source: string) => unknown,
): RealmDoor {
  /** Creates a function with the same text inside the realm. */
  const inside = <F extends (...args: never[]) => unknown>(make: F): F =>
    evaluate(`"use strict"; (${make.toString()})`) as F;
  const host: RealmHost = {
    ...environment,
    locate,
    parseForm,
    loadStreams: () =>
      evaluate(
        `(function (exports, module) {${streamsSource()}\n})`,
      ) as ReturnType<RealmHost["loadStreams"]>,
    web: WEB,
  };

  const tools = inside(createTools)(host, inside(setUpDomException)());
  const wait = inside(createWait)(host, tools);
  inside(setUpDeterminism)(host);
  inside(setUpLocale)();
  const inspect = inside(createInspect)();
  inside(setUpConsole)(host, inspect);
  const streams = inside(setUpStreams)(host);
  inside(setUpUrl)(host, tools);
  inside(setUpText)(host, tools, streams);
  const events = inside(setUpEvent)(tools);
  const targets = inside(setUpEventTarget)(tools, events);
  inside(setUpAbort)(host, tools, events, targets);
  const blobs = inside(setUpBlob)(tools, streams);
  const forms = inside(setUpFormData)(host, tools, blobs, wait);
  const headers = inside(setUpHeaders)(tools);
  inside(setUpBodies)(tools, streams, blobs, forms, headers);
  const begin = inside(setUpAsyncStorage)(host, tools);
  inside(setUpStructuredClone)();
  inside(setUpWebAssembly)();
  inside(setUpCrypto)(host, tools, wait);
  return inside(setUpConvex)(host, inside(setUpErrors)(host), begin);
}

const encoder = new TextEncoder();

const WEB: HostWeb = {
  DOMException,
  Error,
  TextDecoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  crypto,
  AsyncLocalStorage,
  encodeText: (text) => encoder.encode(text),
  encodeInto: (text, into) => encoder.encodeInto(text, into),
};

async function parseForm(
  bytes: Uint8Array,
  contentType: string,
): Promise<FormEntry[]> {
  const body = new Response(Buffer.from(bytes), {
    headers: { "Content-Type": contentType },
  });
  const entries = [...(await body.formData())];
  return Promise.all(
    entries.map(async ([name, value]) => ({
      name,
      value:
        typeof value === "string"
          ? value
          : {
              content: new Uint8Array(await value.arrayBuffer()),
              fileName: value.name,
              contentType: value.type,
            },
    })),
  );
}

const require = createRequire(import.meta.url);
let source: string | undefined;

function streamsSource(): string {
  source ??= readFileSync(
    require.resolve("web-streams-polyfill/dist/ponyfill.es2018.js"),
    "utf8",
  );
  return source;
}
