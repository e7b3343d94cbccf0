import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import { failureError } from "../../../src/hubServer/upstream/upstreamErrors.ts";
import { plainBody, readText } from "../../../src/hubServer/upstream/upstreamHttp.ts";

const bodies: Readonly<Record<string, Uint8Array>> = {
  identity: Buffer.from("Hi"),
  gzip: gzipSync("Hi"),
  br: brotliCompressSync("Hi"),
  compress: Buffer.from("%%%"),
  "gzip, x-secret": Buffer.from("%%%"),
};

const server = createServer((request, response) => {
  const encoding = decodeURIComponent(request.url?.slice(1) ?? "");
  response.writeHead(200, { "content-encoding": encoding }).end(bodies[encoding]);
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => {
  server.close();
});

async function answerIn(encoding: string): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/${encodeURIComponent(encoding)}`;
  return new Promise((resolve, reject) => {
    get(url, resolve).on("error", reject);
  });
}

test.each(["identity", "gzip", "br"])("an upstream's answer in %s is read", async (encoding) => {
  expect(await readText(plainBody(await answerIn(encoding)), 100)).toBe("Hi");
});

test.each(["compress", "gzip, x-secret"])(
  "an upstream's answer in %s is an error that says so, never text",
  async (encoding) => {
    const incoming = await answerIn(encoding);
    let problem: unknown;
    try {
      plainBody(incoming);
    } catch (error) {
      problem = error;
    }
    expect(problem).toMatchObject({ kind: "unknownEncoding" });
    expect(failureError(problem, "main")).toMatchObject({
      status: 502,
      message: expect.stringContaining("cannot read") as unknown,
    });
    expect(incoming.destroyed).toBe(true);
  },
);
