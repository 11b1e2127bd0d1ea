/** The shop's own data for templates: its name, and how late it announces that it is. */
import {
  minutesLate,
  type Notice,
} from "../../../convex/business/rules/notice";
import type { TemplateData } from "../../../convex/messages/rules/smsTemplates";
import { useNow } from "../../lib/time/use-now";
import { number } from "../../strings/language/intl";

export type Shop = { name: string; notice: Notice | null };

/** `minutes` only while the shop is late; otherwise it is unknown. */
export function useShopData({ name, notice }: Shop): TemplateData {
  const late = minutesLate(notice, useNow("minute"));
  return {
    business_name: name,
    ...(late > 0 && { minutes: number(late) }),
  };
}
