import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { createLocalHubFetch } from "../../../src/agentNode/provenFetch.ts";
import { findLocalHub } from "../../../src/extension/connection/localHubFile.ts";
import { localHubFileName, localHubProof } from "../../../src/shared/hubApi/localHub.ts";

const token = "sk_hub_CANARY0123456789";
const nonce = "0123456789abcdef0123456789abcdef";

let folder: string;
let server: Server;
let url: string;
let answer: (challenge: string) => object | Promise<object>;
const requests: IncomingMessage[] = [];

beforeEach(async () => {
  requests.length = 0;
  folder = mkdtempSync(join(tmpdir(), "ai-hub-local-"));
  server = createServer((request, response) => {
    requests.push(request);
    const challenge = new URL(request.url ?? "", "http://hub").searchParams.get("challenge") ?? "";
    void Promise.resolve(answer(challenge)).then((body) => response.end(JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(
    join(folder, localHubFileName),
    JSON.stringify({ schema: 1, url, token, pid: 1, nonce, startedAt: 0, version: "1.0.0" }),
  );
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const health = { status: "ok", nonce, version: "1.0.0" };

test("a hub that knows its token is found, and is not sent it for that", async () => {
  answer = async (challenge) => ({ ...health, proof: await localHubProof(token, challenge) });
  expect((await findLocalHub(folder, createLocalHubFetch()))?.url).toBe(url);
  expect(JSON.stringify(requests.map(({ headers, url: path }) => [headers, path]))).not.toContain(
    "CANARY",
  );
});

test("a process at that port that answers without end is left, and does not fill our memory", async () => {
  let sent = 0;
  server.removeAllListeners("request");
  server.on("request", (_request, response) => {
    const piece = Buffer.alloc(64 * 1024, 0x20);
    const more = (): void => {
      sent += piece.length;
      if (!response.destroyed && response.write(piece)) {
        setImmediate(more);
      }
    };
    response.on("drain", more);
    more();
  });
  expect(await findLocalHub(folder, createLocalHubFetch())).toBeUndefined();
  expect(sent).toBeLessThan(16 * 1024 * 1024);
});

test.each<readonly [string, (challenge: string) => object | Promise<object>]>([
  ["only repeats what anybody could ask the hub for", () => health],
  [
    "knows another token",
    async (challenge) => ({
      ...health,
      proof: await localHubProof("sk_hub_another0123456789", challenge),
    }),
  ],
  [
    "repeats the proof of another challenge",
    async () => ({
      ...health,
      proof: await localHubProof(token, "0".repeat(32)),
    }),
  ],
])("a process at the port of a hub that died, which %s, is no hub", async (_what, reply) => {
  answer = reply;
  expect(await findLocalHub(folder, createLocalHubFetch())).toBeUndefined();
  expect(requests).toHaveLength(1);
});
