/** The validator of a text that is one of these. */
import { v } from "convex/values";

export function oneOf<Text extends string>(...texts: Text[]) {
  return v.union(...texts.map((text) => v.literal(text)));
}
