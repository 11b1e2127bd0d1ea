/** Routes of the contract's app. */
import {
  httpActionGeneric,
  httpRouter,
  makeFunctionReference,
} from "convex/server";

const toList = makeFunctionReference<"query">("calls:list");
const http = httpRouter();

http.route({
  path: "/echo",
  method: "POST",
  handler: httpActionGeneric(async (ctx, request) => {
    const listed = (await ctx.runQuery(toList, {})) as number[];
    return new Response(`${await request.text()} ${listed.length}`, {
      status: 201,
      headers: { "x-back": request.headers.get("x-there") ?? "" },
    });
  }),
});
http.route({
  pathPrefix: "/under/",
  method: "GET",
  handler: httpActionGeneric(async (_ctx, request) => {
    const { pathname, searchParams } = new URL(request.url);
    return new Response(`${pathname} ${searchParams.get("q")}`);
  }),
});
http.route({
  path: "/under/exact",
  method: "GET",
  handler: httpActionGeneric(async () => Response.json({ exact: true })),
});

export default http;
