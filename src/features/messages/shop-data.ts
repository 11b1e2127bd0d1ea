/** What the shop itself is in a template: its name, and how late it says it is. */
import {
  minutesLate,
  type Notice,
} from "../../../convex/business/rules/notice";
import type { TemplateData } from "../../../convex/messages/rules/smsTemplates";
import { useNow } from "../../lib/time/use-now";
import { number } from "../../strings/language/intl";

/** The business as far as texts speak of it. */
export type Shop = { name: string; notice: Notice | null };

/** `minutes` only while the shop is late: otherwise nobody knows how many. */
export function useShopData({ name, notice }: Shop): TemplateData {
  const late = minutesLate(notice, useNow("minute"));
  return {
    business_name: name,
    ...(late > 0 && { minutes: number(late) }),
  };
}
