import { request as httpRequest } from "node:http";
import { connect } from "node:net";

/** A request with headers that fetch does not let anybody set. */
export function rawRequest(
  url: string,
  headers: Readonly<Record<string, string>>,
  method = "GET",
): Promise<{ readonly status: number | undefined; readonly headers: object }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method, headers }, (incoming) => {
      incoming.resume();
      resolve({ status: incoming.statusCode, headers: incoming.headers });
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

/** Bytes as they are, and all that comes back until the connection is closed. */
export function rawExchange(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (data: Buffer) => {
      answer += data.toString();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", (error: Error & { code?: string }) =>
      error.code === "ECONNRESET" ? resolve(answer) : reject(error),
    );
  });
}
