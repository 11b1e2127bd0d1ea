/**
 * The client's messages, named as in its `browser/sync/protocol.ts`, and their parser. Everything is validated here, so
 * later code can trust the types. The server's messages are in server-messages.ts.
 */
import { faultIn } from "../values/depth.ts";
import { holdsHalfPair, parseJson } from "../values/parse-json.ts";
import type {
  JsonObject,
  JsonText,
  JsonValue,
  Timestamp,
} from "../values/json.ts";
import { decodeTs } from "./wire-time.ts";

export type Connect = {
  readonly type: "Connect";
  readonly sessionId: string;
  readonly connectionCount: number;
  readonly lastCloseReason: string | null;
  readonly maxObservedTimestamp: Timestamp | null;
  /** The client's clock, ms. */
  readonly clientTs: number | null;
};

export type Authenticate = {
  readonly type: "Authenticate";
  readonly baseVersion: number;
} & (
  | { readonly tokenType: "None" }
  | { readonly tokenType: "User"; readonly value: string }
  | {
      readonly tokenType: "Admin";
      readonly value: string;
      readonly actingAs: JsonObject | null;
    }
);

export type AddQuery = {
  readonly type: "Add";
  readonly queryId: number;
  readonly udfPath: string;
  readonly args: JsonText;
  readonly journal: string | null;
  readonly componentPath: string;
};

export type RemoveQuery = { readonly type: "Remove"; readonly queryId: number };

export type ModifyQuerySet = {
  readonly type: "ModifyQuerySet";
  readonly baseVersion: number;
  readonly newVersion: number;
  readonly modifications: readonly (AddQuery | RemoveQuery)[];
};

export type FunctionRequest = {
  readonly type: "Mutation" | "Action";
  readonly requestId: number;
  readonly udfPath: string;
  readonly args: JsonText;
  readonly componentPath: string;
};

/** Telemetry of the client; ignored. */
export type ClientEvent = { readonly type: "Event" };

export type ClientMessage =
  | Connect
  | Authenticate
  | ModifyQuerySet
  | FunctionRequest
  | ClientEvent;

/** Not a message of this protocol. The client gets the text in a FatalError. */
export class MalformedMessage extends Error {
  constructor(detail: string) {
    super(`Received Invalid JSON on websocket: ${detail}`);
    this.name = "MalformedMessage";
  }
}

const U32_MAX = 0xffff_ffff;
const MAX_PATH_LENGTH = 1024;
/** With hyphens, or without as some clients write it. */
const UUID =
  /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

/** @throws MalformedMessage */
export function parseClientMessage(text: string): ClientMessage {
  let message: unknown;
  try {
    message = parseJson(text);
  } catch (error) {
    throw new MalformedMessage(
      holdsHalfPair(text) ? (error as Error).message : "not JSON",
    );
  }
  const fields = object(message, "message");
  const fault = faultIn(fields);
  if (fault !== null) throw new MalformedMessage(fault);
  switch (fields["type"]) {
    case "Connect":
      return parseConnect(fields);
    case "Authenticate":
      return parseAuthenticate(fields);
    case "ModifyQuerySet":
      return {
        type: "ModifyQuerySet",
        baseVersion: u32(fields, "baseVersion"),
        newVersion: u32(fields, "newVersion"),
        modifications: array(fields["modifications"], "modifications").map(
          parseModification,
        ),
      };
    case "Mutation":
    case "Action":
      return {
        type: fields["type"],
        requestId: u32(fields, "requestId"),
        ...parseCall(fields),
      };
    case "Event":
      return { type: "Event" };
    default:
      throw new MalformedMessage("unknown type");
  }
}

function parseConnect(fields: JsonObject): Connect {
  const parts = UUID.exec(string(fields, "sessionId"));
  if (parts === null) throw new MalformedMessage("sessionId");
  const sessionId = parts.slice(1).join("-").toLowerCase();
  const observed = fields["maxObservedTimestamp"] ?? null;
  const maxObservedTimestamp = decodeTs(observed);
  if (observed !== null && maxObservedTimestamp === null)
    throw new MalformedMessage("maxObservedTimestamp");
  const { clientTs, lastCloseReason } = fields;
  return {
    type: "Connect",
    sessionId,
    connectionCount: u32(fields, "connectionCount"),
    lastCloseReason: optionalString(lastCloseReason, "lastCloseReason"),
    maxObservedTimestamp,
    clientTs: typeof clientTs === "number" ? clientTs : null,
  };
}

function parseAuthenticate(fields: JsonObject): Authenticate {
  const baseVersion = u32(fields, "baseVersion");
  switch (fields["tokenType"]) {
    case "None":
      return { type: "Authenticate", baseVersion, tokenType: "None" };
    case "User": {
      const value = string(fields, "value");
      return { type: "Authenticate", baseVersion, tokenType: "User", value };
    }
    case "Admin": {
      const actingAs = fields["acting_as"] ?? fields["impersonating"] ?? null;
      return {
        type: "Authenticate",
        baseVersion,
        tokenType: "Admin",
        value: string(fields, "value"),
        actingAs: actingAs === null ? null : object(actingAs, "acting_as"),
      };
    }
    default:
      throw new MalformedMessage("tokenType");
  }
}

function parseModification(modification: JsonValue): AddQuery | RemoveQuery {
  const fields = object(modification, "modification");
  const queryId = u32(fields, "queryId");
  if (fields["type"] === "Remove") return { type: "Remove", queryId };
  if (fields["type"] !== "Add") throw new MalformedMessage("modification type");
  const journal = optionalString(fields["journal"], "journal");
  return { type: "Add", queryId, journal, ...parseCall(fields) };
}

function parseCall(fields: JsonObject): {
  udfPath: string;
  args: JsonText;
  componentPath: string;
} {
  const udfPath = string(fields, "udfPath");
  if (udfPath.length > MAX_PATH_LENGTH) throw new MalformedMessage("udfPath");
  const [args = {}] = array(fields["args"], "args");
  const component = optionalString(fields["componentPath"], "componentPath");
  return {
    udfPath,
    args: JSON.stringify(args),
    componentPath: component ?? "",
  };
}

function object(value: unknown, name: string): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as JsonObject;
  throw new MalformedMessage(name);
}

function array(value: JsonValue | undefined, name: string): JsonValue[] {
  if (Array.isArray(value)) return value;
  throw new MalformedMessage(name);
}

function string(fields: JsonObject, name: string): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  throw new MalformedMessage(name);
}

function optionalString(
  value: JsonValue | undefined,
  name: string,
): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return value;
  throw new MalformedMessage(name);
}

function u32(fields: JsonObject, name: string): number {
  const value = fields[name];
  if (
    typeof value === "number" && // Guard untested: Number.isInteger implies it; the check is for the type.
    Number.isInteger(value) &&
    value >= 0 &&
    value <= U32_MAX
  )
    return value;
  throw new MalformedMessage(name);
}
