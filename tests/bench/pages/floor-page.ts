/** A page that does as little as a page with a form can: static HTML and one small script that creates the form. */
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** As large as the smallest rendering library, and as hard to compress. */
const SCRIPT_BYTES = 5_400;
const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Floor</title>
<meta name="viewport" content="width=device-width"><script type="module" src="/floor.js"></script></head>
<body><h1>Join</h1><main></main></body></html>`;
const SCRIPT = `document.querySelector("main").innerHTML =
'<form><input name="name"><span>3</span><button type="submit">Join</button></form>';
//`;

/** @returns its URL and a function that stops it */
export async function serveFloorPage() {
  const padding = randomBytes(SCRIPT_BYTES / 2).toString("hex");
  const server = createServer(({ url }, response) => {
    const isScript = url === "/floor.js";
    const type = isScript ? "text/javascript" : "text/html";
    response.setHeader("Content-Type", type);
    response.end(isScript ? SCRIPT + padding : HTML);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
