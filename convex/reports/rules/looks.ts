/**
 * Who looked at the waits at the door, and who of them joined. A look is one
 * device that saw the list of queues with their waits, once in LOOK_MS (lookTime.ts); the
 * figures know how many, when, and what they were told, and nobody's name,
 * address or device. Not the rows: data/looks.ts. What owners read of it:
 * lost.ts.
 */
import { v, type Infer, type ObjectType } from "convex/values";
import { toldStepOf } from "../../queue/rules/dayHours";

/** The shortest wait that was shown, as a step (queue/rules/dayHours.ts); null: no minutes were; full: nobody could join. */
export const toldValidator = v.union(v.number(), v.literal("full"), v.null());
export type Told = Infer<typeof toldValidator>;

/** Looks of one hour and one step. */
export const lookCellValidator = v.object({
  /** Of the business's clock. */
  hour: v.number(),
  told: toldValidator,
  looks: v.number(),
  joined: v.number(),
  /** Sum over the looks of the minutes that one more chair would have shown (queue/rules/whatIf.ts); 0 where told is no number. */
  oneMoreSum: v.number(),
});
export type LookCell = Infer<typeof lookCellValidator>;

/** One look as it is kept until it is counted, and with the ticket that came of it. */
export const lookFields = {
  /** The business day and the hour of its clock. */
  day: v.string(),
  hour: v.number(),
  told: toldValidator,
  oneMore: v.number(),
};
export type Look = ObjectType<typeof lookFields>;

/** A queue as a newcomer sees it. */
type Shown = { isFull: boolean; told: number | null; oneMore: number | null };

/** What a look at these queues was told: the shortest wait of those that can be joined. */
export function toldBy(
  queues: readonly Shown[],
): Pick<Look, "told" | "oneMore"> {
  const open = queues.filter(({ isFull }) => !isFull);
  if (open.length === 0) return { told: "full", oneMore: 0 };
  let shortest: { told: number; oneMore: number } | null = null;
  for (const { told, oneMore } of open) {
    if (told === null || told >= (shortest?.told ?? Infinity)) continue;
    shortest = { told, oneMore: oneMore ?? told };
  }
  return shortest === null
    ? { told: null, oneMore: 0 }
    : { told: toldStepOf(shortest.told), oneMore: shortest.oneMore };
}

/** The cells with one more look (-1: one less). */
export function withLook(
  cells: readonly LookCell[],
  { hour, told, oneMore }: Omit<Look, "day">,
  joined: boolean,
  sign: 1 | -1 = 1,
): LookCell[] {
  const isSame = (cell: LookCell) => cell.hour === hour && cell.told === told;
  const old = cells.find(isSame);
  const cell = {
    hour,
    told,
    looks: (old?.looks ?? 0) + sign,
    joined: (old?.joined ?? 0) + sign * Number(joined),
    oneMoreSum: (old?.oneMoreSum ?? 0) + sign * oneMore,
  };
  const others = cells.filter((one) => !isSame(one));
  return cell.looks === 0 ? others : [...others, cell];
}
