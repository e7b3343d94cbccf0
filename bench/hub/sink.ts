/** A server that only receives bodies: what the same bytes cost any program. */
import { createServer } from "node:http";

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.end("{}"));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
});
