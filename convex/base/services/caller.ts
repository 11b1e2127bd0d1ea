/** Identifies callers for limits: by ids instead of addresses. */
import type { MutationCtx } from "../../_generated/server";
import { callerNetwork, PRIVATE, type Caller } from "../rules/addresses";
import { hashSecret } from "../rules/secrets";
import { environment } from "./env";

/** 64 bits: enough to avoid collisions within a deployment. */
const ID_LENGTH = 16;

/** The keyed ids of an address: without a key, all of IPv4 is hashed in minutes. `ip` is null for scheduled calls. */
export async function callerOf(ip: string | null): Promise<Caller> {
  const found = ip === null ? null : callerNetwork(ip);
  if (found === null) return { network: PRIVATE, block: null };
  const network = await idOf(found.network);
  if (found.block === null || found.provider === undefined) {
    return { network, block: null };
  }
  const block = await idOf(found.block);
  const provider = await idOf(found.provider);
  return { network: `${block}.${network}`, block, provider };
}

/** The caller of this function. */
export async function callerIn({ meta }: Pick<MutationCtx, "meta">) {
  return await callerOf((await meta.getRequestMetadata()).ip);
}

async function idOf(text: string): Promise<string> {
  const { networkKey } = environment();
  const hash = await hashSecret(`network\n${text}\n${networkKey}`);
  return hash.slice(0, ID_LENGTH);
}

/** The id of a sender and a receiver of texts; keyed for the same reason. */
export async function pairHashOf(from: string, to: string): Promise<string> {
  const { networkKey } = environment();
  return await hashSecret(`texts\n${from}\n${to}\n${networkKey}`);
}

/** The hash of a person's PIN; keyed, because all PINs are hashed in a moment. */
export async function pinHashOf(userId: string, pin: string): Promise<string> {
  const { networkKey } = environment();
  return await hashSecret(`pin\n${userId}\n${pin}\n${networkKey}`);
}
