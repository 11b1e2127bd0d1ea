/**
 * Vite's development server with the engine behind /api, so that the browser sees one origin as in production.
 * Started by develop.mjs with a channel; ends when that is gone.
 */
import { createServer } from "vite";

const engine = process.env.ENGINE_URL;
const server = await createServer({
  server: {
    port: Number(process.env.CLIENT_PORT),
    strictPort: true,
    host: process.env.CLIENT_HOST,
    // Addresses of this machine on its network.
    allowedHosts: true,
    proxy: { "/api": { target: engine, ws: true } },
  },
});
await server.listen();
process.on("disconnect", () => void server.close().then(() => process.exit(0)));
process.send("ready");
