/** Who is signed in and for which business. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type Account = NonNullable<FunctionReturnType<typeof api.account.me>>;
export type Business = NonNullable<Account["business"]>;
