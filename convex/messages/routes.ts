/** Twilio's callbacks (product.md H5): the status of a text, and texts from customers. */
import type { HttpRouter } from "convex/server";
import { internal } from "../_generated/api";
import { httpMessages as sentences } from "../base/rules/httpMessages";
import { refusal } from "../base/services/httpAnswers";
import { isText } from "../base/services/jsonBody";
import { httpEndpoint } from "../functions";
import { twiml } from "./rules/smsReplies";
import { signedCall } from "./services/twilioCalls";

export function addTwilioRoutes(http: HttpRouter): void {
  http.route({
    path: "/api/twilio/status",
    method: "POST",
    handler: httpEndpoint(async (ctx, request) => {
      const call = await signedCall(ctx, request);
      if (call === null) return refusal(403, sentences.notSignedByTwilio);
      const { fields, query, businessIds } = call;
      const { MessageSid: sid = "", MessageStatus: status = "" } = fields;
      const code = Number(fields.ErrorCode ?? "");
      await ctx.runMutation(internal.messages.smsSteps.told, {
        smsId: query.get("m") ?? "",
        ...{ sid, status, businessIds },
        errorCode: Number.isInteger(code) && code > 0 ? code : null,
      });
      return xml(null);
    }),
  });

  http.route({
    path: "/api/twilio/inbound",
    method: "POST",
    handler: httpEndpoint(async (ctx, request) => {
      const call = await signedCall(ctx, request);
      if (call === null) return refusal(403, sentences.notSignedByTwilio);
      const { fields, businessIds } = call;
      const {
        MessageSid: sid,
        From: phone,
        To: sender,
        Body: body = "",
      } = fields;
      if (!isText(sid) || !isText(phone) || !isText(sender)) return xml(null);
      // With Twilio's 'advanced opt-out', Twilio has answered these itself.
      const isAnswered = fields.OptOutType !== undefined;
      const text = { sid, phone, sender, body, isAnswered, businessIds };
      return xml(
        await ctx.runMutation(internal.line.smsReplies.received, text),
      );
    }),
  });
}

function xml(message: string | null): Response {
  return new Response(twiml(message), {
    headers: { "Content-Type": "text/xml", "Cache-Control": "no-store" },
  });
}
