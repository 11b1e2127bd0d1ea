/**
 * Vite's development server with the engine behind /api, so that the browser sees one origin as in production.
 * develop.mjs starts it with an IPC channel. It ends when the channel closes.
 */
import { createServer } from "vite";

const engine = process.env.ENGINE_URL;
const server = await createServer({
  server: {
    port: Number(process.env.CLIENT_PORT),
    strictPort: true,
    host: process.env.CLIENT_HOST,
    // This machine's addresses on its network.
    allowedHosts: true,
    proxy: { "/api": { target: engine, ws: true } },
  },
});
await server.listen();
process.on("disconnect", () => void server.close().then(() => process.exit(0)));
process.send("ready");
