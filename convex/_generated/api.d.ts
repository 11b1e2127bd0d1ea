/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as account from "../account.js";
import type * as analytics from "../analytics.js";
import type * as appointments from "../appointments.js";
import type * as auth from "../auth.js";
import type * as billing from "../billing.js";
import type * as bookings from "../bookings.js";
import type * as businesses from "../businesses.js";
import type * as crons from "../crons.js";
import type * as data_access from "../data/access.js";
import type * as data_accounts from "../data/accounts.js";
import type * as data_alarms from "../data/alarms.js";
import type * as data_appointments from "../data/appointments.js";
import type * as data_attempts from "../data/attempts.js";
import type * as data_belongings from "../data/belongings.js";
import type * as data_board from "../data/board.js";
import type * as data_bookingGuard from "../data/bookingGuard.js";
import type * as data_bookings from "../data/bookings.js";
import type * as data_businesses from "../data/businesses.js";
import type * as data_checkouts from "../data/checkouts.js";
import type * as data_closing from "../data/closing.js";
import type * as data_counter from "../data/counter.js";
import type * as data_crowdMoves from "../data/crowdMoves.js";
import type * as data_crowds from "../data/crowds.js";
import type * as data_customers from "../data/customers.js";
import type * as data_days from "../data/days.js";
import type * as data_demo from "../data/demo.js";
import type * as data_demoBookings from "../data/demoBookings.js";
import type * as data_demoHistory from "../data/demoHistory.js";
import type * as data_demos from "../data/demos.js";
import type * as data_display from "../data/display.js";
import type * as data_edits from "../data/edits.js";
import type * as data_emptying from "../data/emptying.js";
import type * as data_endUser from "../data/endUser.js";
import type * as data_erase from "../data/erase.js";
import type * as data_events from "../data/events.js";
import type * as data_feedback from "../data/feedback.js";
import type * as data_files from "../data/files.js";
import type * as data_history from "../data/history.js";
import type * as data_joinGuard from "../data/joinGuard.js";
import type * as data_joining from "../data/joining.js";
import type * as data_knownDevices from "../data/knownDevices.js";
import type * as data_lines from "../data/lines.js";
import type * as data_looks from "../data/looks.js";
import type * as data_maintenance from "../data/maintenance.js";
import type * as data_migrations from "../data/migrations.js";
import type * as data_moves from "../data/moves.js";
import type * as data_newestForm from "../data/newestForm.js";
import type * as data_noShow from "../data/noShow.js";
import type * as data_notServed from "../data/notServed.js";
import type * as data_ownNetworks from "../data/ownNetworks.js";
import type * as data_ownSubscription from "../data/ownSubscription.js";
import type * as data_ownTicket from "../data/ownTicket.js";
import type * as data_passwordResets from "../data/passwordResets.js";
import type * as data_queues from "../data/queues.js";
import type * as data_rateLimits from "../data/rateLimits.js";
import type * as data_reorder from "../data/reorder.js";
import type * as data_reports from "../data/reports.js";
import type * as data_requests from "../data/requests.js";
import type * as data_sessions from "../data/sessions.js";
import type * as data_slots from "../data/slots.js";
import type * as data_stats from "../data/stats.js";
import type * as data_subscriptions from "../data/subscriptions.js";
import type * as data_testTickets from "../data/testTickets.js";
import type * as data_tickets from "../data/tickets.js";
import type * as data_transfers from "../data/transfers.js";
import type * as data_undo from "../data/undo.js";
import type * as data_undoable from "../data/undoable.js";
import type * as data_waitSamples from "../data/waitSamples.js";
import type * as data_waits from "../data/waits.js";
import type * as data_walkIns from "../data/walkIns.js";
import type * as demos from "../demos.js";
import type * as desk from "../desk.js";
import type * as display from "../display.js";
import type * as erase from "../erase.js";
import type * as feedback from "../feedback.js";
import type * as files from "../files.js";
import type * as flows_endPayments from "../flows/endPayments.js";
import type * as flows_ownPassword from "../flows/ownPassword.js";
import type * as flows_stripeCalls from "../flows/stripeCalls.js";
import type * as functions from "../functions.js";
import type * as http from "../http.js";
import type * as integrations_caller from "../integrations/caller.js";
import type * as integrations_env from "../integrations/env.js";
import type * as integrations_mail from "../integrations/mail.js";
import type * as integrations_postedForm from "../integrations/postedForm.js";
import type * as integrations_randomness from "../integrations/randomness.js";
import type * as integrations_resetCodes from "../integrations/resetCodes.js";
import type * as integrations_stripe from "../integrations/stripe.js";
import type * as integrations_stripeCustomers from "../integrations/stripeCustomers.js";
import type * as integrations_stripePlans from "../integrations/stripePlans.js";
import type * as integrations_stripeWebhook from "../integrations/stripeWebhook.js";
import type * as maintenance from "../maintenance.js";
import type * as migrations from "../migrations.js";
import type * as model_addresses from "../model/addresses.js";
import type * as model_answers from "../model/answers.js";
import type * as model_billing from "../model/billing.js";
import type * as model_bookingLimits from "../model/bookingLimits.js";
import type * as model_chairs from "../model/chairs.js";
import type * as model_country from "../model/country.js";
import type * as model_csv from "../model/csv.js";
import type * as model_dayHours from "../model/dayHours.js";
import type * as model_days from "../model/days.js";
import type * as model_demo from "../model/demo.js";
import type * as model_demoDay from "../model/demoDay.js";
import type * as model_demoForm from "../model/demoForm.js";
import type * as model_demoPace from "../model/demoPace.js";
import type * as model_demos from "../model/demos.js";
import type * as model_deploymentKind from "../model/deploymentKind.js";
import type * as model_erasure from "../model/erasure.js";
import type * as model_errors from "../model/errors.js";
import type * as model_events from "../model/events.js";
import type * as model_explained from "../model/explained.js";
import type * as model_feedback from "../model/feedback.js";
import type * as model_hours from "../model/hours.js";
import type * as model_httpTexts from "../model/httpTexts.js";
import type * as model_initials from "../model/initials.js";
import type * as model_joinLimits from "../model/joinLimits.js";
import type * as model_joinManifest from "../model/joinManifest.js";
import type * as model_line from "../model/line.js";
import type * as model_lineState from "../model/lineState.js";
import type * as model_looks from "../model/looks.js";
import type * as model_lost from "../model/lost.js";
import type * as model_mails from "../model/mails.js";
import type * as model_migration from "../model/migration.js";
import type * as model_migrations from "../model/migrations.js";
import type * as model_migrations_businessCountry from "../model/migrations/businessCountry.js";
import type * as model_migrations_chairsAndPause from "../model/migrations/chairsAndPause.js";
import type * as model_migrations_dayQuotes from "../model/migrations/dayQuotes.js";
import type * as model_migrations_deskAnswerCodes from "../model/migrations/deskAnswerCodes.js";
import type * as model_migrations_deskRequestsOfBusiness from "../model/migrations/deskRequestsOfBusiness.js";
import type * as model_migrations_resetAskers from "../model/migrations/resetAskers.js";
import type * as model_migrations_turns from "../model/migrations/turns.js";
import type * as model_migrations_turnsOfUndo from "../model/migrations/turnsOfUndo.js";
import type * as model_migrations_undoCodes from "../model/migrations/undoCodes.js";
import type * as model_migrations_visitRules from "../model/migrations/visitRules.js";
import type * as model_names from "../model/names.js";
import type * as model_noShow from "../model/noShow.js";
import type * as model_notice from "../model/notice.js";
import type * as model_opening from "../model/opening.js";
import type * as model_ownPath from "../model/ownPath.js";
import type * as model_pace from "../model/pace.js";
import type * as model_paceText from "../model/paceText.js";
import type * as model_pageHead from "../model/pageHead.js";
import type * as model_pageTexts from "../model/pageTexts.js";
import type * as model_password from "../model/password.js";
import type * as model_passwordHash from "../model/passwordHash.js";
import type * as model_phase from "../model/phase.js";
import type * as model_phone from "../model/phone.js";
import type * as model_places from "../model/places.js";
import type * as model_planValidators from "../model/planValidators.js";
import type * as model_plans from "../model/plans.js";
import type * as model_profile from "../model/profile.js";
import type * as model_rateLimit from "../model/rateLimit.js";
import type * as model_recentCalls from "../model/recentCalls.js";
import type * as model_refusals from "../model/refusals.js";
import type * as model_reportSums from "../model/reportSums.js";
import type * as model_secrets from "../model/secrets.js";
import type * as model_signUp from "../model/signUp.js";
import type * as model_slots from "../model/slots.js";
import type * as model_ticketState from "../model/ticketState.js";
import type * as model_tickets from "../model/tickets.js";
import type * as model_timezones from "../model/timezones.js";
import type * as model_typedPhone from "../model/typedPhone.js";
import type * as model_undoing from "../model/undoing.js";
import type * as model_visitRules from "../model/visitRules.js";
import type * as model_waitEstimate from "../model/waitEstimate.js";
import type * as model_waitSamples from "../model/waitSamples.js";
import type * as model_whatIf from "../model/whatIf.js";
import type * as model_wideSchema from "../model/wideSchema.js";
import type * as queues from "../queues.js";
import type * as reports from "../reports.js";
import type * as services from "../services.js";
import type * as slots from "../slots.js";
import type * as subscriptions from "../subscriptions.js";
import type * as testing from "../testing.js";
import type * as tickets from "../tickets.js";
import type * as timers from "../timers.js";
import type * as visits from "../visits.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  account: typeof account;
  analytics: typeof analytics;
  appointments: typeof appointments;
  auth: typeof auth;
  billing: typeof billing;
  bookings: typeof bookings;
  businesses: typeof businesses;
  crons: typeof crons;
  "data/access": typeof data_access;
  "data/accounts": typeof data_accounts;
  "data/alarms": typeof data_alarms;
  "data/appointments": typeof data_appointments;
  "data/attempts": typeof data_attempts;
  "data/belongings": typeof data_belongings;
  "data/board": typeof data_board;
  "data/bookingGuard": typeof data_bookingGuard;
  "data/bookings": typeof data_bookings;
  "data/businesses": typeof data_businesses;
  "data/checkouts": typeof data_checkouts;
  "data/closing": typeof data_closing;
  "data/counter": typeof data_counter;
  "data/crowdMoves": typeof data_crowdMoves;
  "data/crowds": typeof data_crowds;
  "data/customers": typeof data_customers;
  "data/days": typeof data_days;
  "data/demo": typeof data_demo;
  "data/demoBookings": typeof data_demoBookings;
  "data/demoHistory": typeof data_demoHistory;
  "data/demos": typeof data_demos;
  "data/display": typeof data_display;
  "data/edits": typeof data_edits;
  "data/emptying": typeof data_emptying;
  "data/endUser": typeof data_endUser;
  "data/erase": typeof data_erase;
  "data/events": typeof data_events;
  "data/feedback": typeof data_feedback;
  "data/files": typeof data_files;
  "data/history": typeof data_history;
  "data/joinGuard": typeof data_joinGuard;
  "data/joining": typeof data_joining;
  "data/knownDevices": typeof data_knownDevices;
  "data/lines": typeof data_lines;
  "data/looks": typeof data_looks;
  "data/maintenance": typeof data_maintenance;
  "data/migrations": typeof data_migrations;
  "data/moves": typeof data_moves;
  "data/newestForm": typeof data_newestForm;
  "data/noShow": typeof data_noShow;
  "data/notServed": typeof data_notServed;
  "data/ownNetworks": typeof data_ownNetworks;
  "data/ownSubscription": typeof data_ownSubscription;
  "data/ownTicket": typeof data_ownTicket;
  "data/passwordResets": typeof data_passwordResets;
  "data/queues": typeof data_queues;
  "data/rateLimits": typeof data_rateLimits;
  "data/reorder": typeof data_reorder;
  "data/reports": typeof data_reports;
  "data/requests": typeof data_requests;
  "data/sessions": typeof data_sessions;
  "data/slots": typeof data_slots;
  "data/stats": typeof data_stats;
  "data/subscriptions": typeof data_subscriptions;
  "data/testTickets": typeof data_testTickets;
  "data/tickets": typeof data_tickets;
  "data/transfers": typeof data_transfers;
  "data/undo": typeof data_undo;
  "data/undoable": typeof data_undoable;
  "data/waitSamples": typeof data_waitSamples;
  "data/waits": typeof data_waits;
  "data/walkIns": typeof data_walkIns;
  demos: typeof demos;
  desk: typeof desk;
  display: typeof display;
  erase: typeof erase;
  feedback: typeof feedback;
  files: typeof files;
  "flows/endPayments": typeof flows_endPayments;
  "flows/ownPassword": typeof flows_ownPassword;
  "flows/stripeCalls": typeof flows_stripeCalls;
  functions: typeof functions;
  http: typeof http;
  "integrations/caller": typeof integrations_caller;
  "integrations/env": typeof integrations_env;
  "integrations/mail": typeof integrations_mail;
  "integrations/postedForm": typeof integrations_postedForm;
  "integrations/randomness": typeof integrations_randomness;
  "integrations/resetCodes": typeof integrations_resetCodes;
  "integrations/stripe": typeof integrations_stripe;
  "integrations/stripeCustomers": typeof integrations_stripeCustomers;
  "integrations/stripePlans": typeof integrations_stripePlans;
  "integrations/stripeWebhook": typeof integrations_stripeWebhook;
  maintenance: typeof maintenance;
  migrations: typeof migrations;
  "model/addresses": typeof model_addresses;
  "model/answers": typeof model_answers;
  "model/billing": typeof model_billing;
  "model/bookingLimits": typeof model_bookingLimits;
  "model/chairs": typeof model_chairs;
  "model/country": typeof model_country;
  "model/csv": typeof model_csv;
  "model/dayHours": typeof model_dayHours;
  "model/days": typeof model_days;
  "model/demo": typeof model_demo;
  "model/demoDay": typeof model_demoDay;
  "model/demoForm": typeof model_demoForm;
  "model/demoPace": typeof model_demoPace;
  "model/demos": typeof model_demos;
  "model/deploymentKind": typeof model_deploymentKind;
  "model/erasure": typeof model_erasure;
  "model/errors": typeof model_errors;
  "model/events": typeof model_events;
  "model/explained": typeof model_explained;
  "model/feedback": typeof model_feedback;
  "model/hours": typeof model_hours;
  "model/httpTexts": typeof model_httpTexts;
  "model/initials": typeof model_initials;
  "model/joinLimits": typeof model_joinLimits;
  "model/joinManifest": typeof model_joinManifest;
  "model/line": typeof model_line;
  "model/lineState": typeof model_lineState;
  "model/looks": typeof model_looks;
  "model/lost": typeof model_lost;
  "model/mails": typeof model_mails;
  "model/migration": typeof model_migration;
  "model/migrations": typeof model_migrations;
  "model/migrations/businessCountry": typeof model_migrations_businessCountry;
  "model/migrations/chairsAndPause": typeof model_migrations_chairsAndPause;
  "model/migrations/dayQuotes": typeof model_migrations_dayQuotes;
  "model/migrations/deskAnswerCodes": typeof model_migrations_deskAnswerCodes;
  "model/migrations/deskRequestsOfBusiness": typeof model_migrations_deskRequestsOfBusiness;
  "model/migrations/resetAskers": typeof model_migrations_resetAskers;
  "model/migrations/turns": typeof model_migrations_turns;
  "model/migrations/turnsOfUndo": typeof model_migrations_turnsOfUndo;
  "model/migrations/undoCodes": typeof model_migrations_undoCodes;
  "model/migrations/visitRules": typeof model_migrations_visitRules;
  "model/names": typeof model_names;
  "model/noShow": typeof model_noShow;
  "model/notice": typeof model_notice;
  "model/opening": typeof model_opening;
  "model/ownPath": typeof model_ownPath;
  "model/pace": typeof model_pace;
  "model/paceText": typeof model_paceText;
  "model/pageHead": typeof model_pageHead;
  "model/pageTexts": typeof model_pageTexts;
  "model/password": typeof model_password;
  "model/passwordHash": typeof model_passwordHash;
  "model/phase": typeof model_phase;
  "model/phone": typeof model_phone;
  "model/places": typeof model_places;
  "model/planValidators": typeof model_planValidators;
  "model/plans": typeof model_plans;
  "model/profile": typeof model_profile;
  "model/rateLimit": typeof model_rateLimit;
  "model/recentCalls": typeof model_recentCalls;
  "model/refusals": typeof model_refusals;
  "model/reportSums": typeof model_reportSums;
  "model/secrets": typeof model_secrets;
  "model/signUp": typeof model_signUp;
  "model/slots": typeof model_slots;
  "model/ticketState": typeof model_ticketState;
  "model/tickets": typeof model_tickets;
  "model/timezones": typeof model_timezones;
  "model/typedPhone": typeof model_typedPhone;
  "model/undoing": typeof model_undoing;
  "model/visitRules": typeof model_visitRules;
  "model/waitEstimate": typeof model_waitEstimate;
  "model/waitSamples": typeof model_waitSamples;
  "model/whatIf": typeof model_whatIf;
  "model/wideSchema": typeof model_wideSchema;
  queues: typeof queues;
  reports: typeof reports;
  services: typeof services;
  slots: typeof slots;
  subscriptions: typeof subscriptions;
  testing: typeof testing;
  tickets: typeof tickets;
  timers: typeof timers;
  visits: typeof visits;
}>;

/**
 * A utility for referencing Convex functions in your app's public API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;

/**
 * A utility for referencing Convex functions in your app's internal API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = internal.myModule.myFunction;
 * ```
 */
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;

export declare const components: {};
