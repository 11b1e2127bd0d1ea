/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";
import type * as account from "../account.js";
import type * as auth from "../auth.js";
import type * as businesses from "../businesses.js";
import type * as crons from "../crons.js";
import type * as desk from "../desk.js";
import type * as functions from "../functions.js";
import type * as http from "../http.js";
import type * as maintenance from "../maintenance.js";
import type * as model_answers from "../model/answers.js";
import type * as model_days from "../model/days.js";
import type * as model_demo from "../model/demo.js";
import type * as model_deployment from "../model/deployment.js";
import type * as model_errors from "../model/errors.js";
import type * as model_events from "../model/events.js";
import type * as model_hours from "../model/hours.js";
import type * as model_line from "../model/line.js";
import type * as model_lineState from "../model/lineState.js";
import type * as model_names from "../model/names.js";
import type * as model_pace from "../model/pace.js";
import type * as model_password from "../model/password.js";
import type * as model_plans from "../model/plans.js";
import type * as model_rateLimit from "../model/rateLimit.js";
import type * as model_secrets from "../model/secrets.js";
import type * as model_texts from "../model/texts.js";
import type * as model_tickets from "../model/tickets.js";
import type * as model_timezones from "../model/timezones.js";
import type * as queues from "../queues.js";
import type * as testing from "../testing.js";
import type * as tickets from "../tickets.js";
import type * as timers from "../timers.js";

/**
 * A utility for referencing Convex functions in your app's API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
declare const fullApi: ApiFromModules<{
  account: typeof account;
  auth: typeof auth;
  businesses: typeof businesses;
  crons: typeof crons;
  desk: typeof desk;
  functions: typeof functions;
  http: typeof http;
  maintenance: typeof maintenance;
  "model/answers": typeof model_answers;
  "model/days": typeof model_days;
  "model/demo": typeof model_demo;
  "model/deployment": typeof model_deployment;
  "model/errors": typeof model_errors;
  "model/events": typeof model_events;
  "model/hours": typeof model_hours;
  "model/line": typeof model_line;
  "model/lineState": typeof model_lineState;
  "model/names": typeof model_names;
  "model/pace": typeof model_pace;
  "model/password": typeof model_password;
  "model/plans": typeof model_plans;
  "model/rateLimit": typeof model_rateLimit;
  "model/secrets": typeof model_secrets;
  "model/texts": typeof model_texts;
  "model/tickets": typeof model_tickets;
  "model/timezones": typeof model_timezones;
  queues: typeof queues;
  testing: typeof testing;
  tickets: typeof tickets;
  timers: typeof timers;
}>;
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;
