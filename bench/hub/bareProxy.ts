/** The smallest proxy: passes headers and bodies on without reading them. */
import { Agent, createServer, request as send } from "node:http";

const target = new URL(process.argv[2] ?? "");
const agent = new Agent({ keepAlive: true });

const server = createServer((incoming, outgoing) => {
  const { host: _host, ...headers } = incoming.headers;
  const upstream = send(
    {
      host: target.hostname,
      port: target.port,
      path: incoming.url,
      method: incoming.method,
      headers,
      agent,
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  upstream.on("error", () => outgoing.destroy());
  outgoing.on("close", () => upstream.destroy());
  incoming.pipe(upstream);
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
});
