/** A look is one device that saw the waits at the door, once in LOOK_MS. The figures hold no name or address. */
import { v, type Infer } from "convex/values";
import { toldStepOf } from "../../queue/rules/dayHours";
import { toldValidator, type Look } from "../../queue/rules/lookFields";

/** Looks of one hour and one step. */
export const lookCellValidator = v.object({
  /** Of the business's clock. */
  hour: v.number(),
  told: toldValidator,
  looks: v.number(),
  joined: v.number(),
  /** Sum of the minutes with one more chair (queue/rules/whatIf.ts); 0 where `told` is not a number. */
  oneMoreSum: v.number(),
});
export type LookCell = Infer<typeof lookCellValidator>;

type Shown = { isFull: boolean; told: number | null; oneMore: number | null };

/** What a look at these queues showed: the shortest wait of those with room. */
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
