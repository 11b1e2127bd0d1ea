/** The tables of migrations/, with who writes them and how often. */
import { defineTable } from "convex/server";
import { progress } from "./rules/define";

export const migrationsTables = {
  // How far the migrations have come: a row each, written with every batch.
  migrations: defineTable(progress),
};
