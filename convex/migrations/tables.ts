/** The tables of migrations/: who writes them, and how often. */
import { defineTable } from "convex/server";
import { progress } from "./rules/define";

export const migrationsTables = {
  // The progress of the migrations: one row each, written with every batch.
  migrations: defineTable(progress),
};
