/** All tables. Data that changes often is kept apart: each write to a row re-runs every query that read it. */
import { authTables } from "@convex-dev/auth/server";
import { defineSchema } from "convex/server";
import { accountTables } from "./account/tables";
import { auditTables } from "./audit/tables";
import { baseTables } from "./base/tables";
import { billingTables } from "./billing/tables";
import { businessTables } from "./business/tables";
import { calendarTables } from "./calendar/tables";
import { lineTables } from "./line/tables";
import { mailTables } from "./mail/tables";
import { messagesTables } from "./messages/tables";
import { migrationsTables } from "./migrations/tables";
import { privacyTables } from "./privacy/tables";
import { queueTables } from "./queue/tables";
import { reportsTables } from "./reports/tables";
import { supportTables } from "./support/tables";
import { teamTables } from "./team/tables";
import { visitorsTables } from "./visitors/tables";
import { migrations } from "./migrations/rules/list";
import { isMigrating } from "./migrations/rules/phase";
import { widened } from "./migrations/rules/wideSchema";

const schema = defineSchema({
  // Written by @convex-dev/auth; users and password accounts also by account/data/accounts.
  ...authTables,
  ...baseTables,
  ...businessTables,
  ...auditTables,
  ...queueTables,
  ...billingTables,
  ...reportsTables,
  ...migrationsTables,
  ...mailTables,
  ...accountTables,
  ...teamTables,
  ...messagesTables,
  ...calendarTables,
  ...lineTables,
  ...supportTables,
  ...visitorsTables,
  ...privacyTables,
});

export default isMigrating ? widened(schema, migrations) : schema;
