import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import { testUpstream } from "../../../src/hubServer/admin/records/upstreamTest.ts";
import {
  DetectedUpstream,
  localServers,
} from "../../../src/hubServer/upstream/detectedUpstream.ts";
import { Upstream } from "../../../src/hubServer/upstream/upstream.ts";
import { failureError, relayError } from "../../../src/hubServer/upstream/upstreamErrors.ts";
import { plainBody, readText } from "../../../src/hubServer/upstream/upstreamHttp.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";

const problem = '{"error":{"message":"The model is busy."}}';
const models = '{"data":[{"id":"m","owned_by":"llamacpp"}]}';

const bodies: Readonly<Record<string, Uint8Array>> = {
  identity: Buffer.from("Hi"),
  gzip: gzipSync("Hi"),
  br: brotliCompressSync("Hi"),
  compress: Buffer.from("%%%"),
  "gzip, x-secret": Buffer.from("%%%"),
};

const server = createServer((request, response) => {
  if (request.url === "/v1/models") {
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(models));
    return;
  }
  if (request.url === "/busy" || request.url === "/unreadable") {
    const encoding = request.url === "/busy" ? "gzip" : "compress";
    response.writeHead(429, { "content-encoding": encoding }).end(gzipSync(problem));
    return;
  }
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

function address(path: string): URL {
  const { port } = server.address() as AddressInfo;
  return new URL(`http://127.0.0.1:${port}/${path}`);
}

async function answerIn(encoding: string): Promise<IncomingMessage> {
  const url = address(encodeURIComponent(encoding));
  return new Promise((resolve, reject) => {
    get(url, resolve).on("error", reject);
  });
}

test.each(["identity", "gzip", "br"])("an upstream's answer in %s is read", async (encoding) => {
  expect(await readText(await answerIn(encoding), 100)).toBe("Hi");
});

test.each(["compress", "gzip, x-secret"])(
  "an upstream's answer in %s is an error that says so, never text",
  async (encoding) => {
    const incoming = await answerIn(encoding);
    let failure: unknown;
    try {
      plainBody(incoming);
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({ kind: "unknownEncoding" });
    expect(failureError(failure, "main")).toMatchObject({
      status: 502,
      message: expect.stringContaining("cannot read") as unknown,
    });
    expect(incoming.destroyed).toBe(true);
  },
);

function idsOf(list: readonly { readonly id: string }[]): readonly string[] {
  return list.map(({ id }) => id);
}

test.each([
  ["busy", "The model is busy."],
  ["unreadable", 'The upstream "main" failed (429).'],
])(
  "an upstream's compressed error keeps its status and says what it can: %s",
  async (path, message) => {
    const answer = relayError(await answerIn(path), "main", "anthropic");
    await expect(answer).rejects.toMatchObject({ status: 429, message });
  },
);

test("a compressed list of models is read: of an upstream, in its test, of a server on this machine", async () => {
  const config = { name: "main", url: address(""), format: "openai", key: undefined } as const;
  expect(idsOf(await new Upstream(config, systemClock).list())).toEqual(["m"]);
  const { signal } = new AbortController();
  expect(await testUpstream(config, { clock: systemClock, signal })).toMatchObject({ models: 1 });
  const found: string[] = [];
  for (const known of localServers.filter(({ name }) => name === "llama.cpp")) {
    const local = new DetectedUpstream({ ...known, url: address("") }, systemClock, ({ name }) =>
      found.push(name),
    );
    expect(idsOf(await local.list())).toEqual(["m"]);
  }
  expect(found).toEqual(["llama.cpp"]);
});
