import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import {
  DetectedUpstream,
  localServers,
} from "../../../src/hubServer/upstream/detectedUpstream.ts";
import { FakeClock } from "../../support/fakeClock.ts";

/** What the servers answer, by path. */
const ollama = {
  "/api/tags": { models: [{ name: "llama3", digest: "sha256:1" }] },
  "/v1/models": { object: "list", data: [{ id: "llama3", owned_by: "library" }] },
};
const llamaCpp = { "/v1/models": { object: "list", data: [{ id: "qwen", owned_by: "llamacpp" }] } };
const somethingElse = {
  "/v1/models": { data: [{ id: "x", owned_by: "other" }] },
  "/api/tags": { models: "none" },
};

let server: Server;
let answers: Readonly<Record<string, object>>;
let clock: FakeClock;

beforeEach(async () => {
  clock = new FakeClock();
  server = createServer((request, response) => {
    const answer = answers[request.url ?? ""];
    response.statusCode = answer ? 200 : 404;
    response.end(answer ? JSON.stringify(answer) : "<p>not found");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function detect(name: string, found: string[]): DetectedUpstream {
  const known = localServers.find((candidate) => candidate.name === name);
  if (!known) {
    throw new Error(`no server is named ${name}`);
  }
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return new DetectedUpstream({ ...known, url }, clock, (local) => found.push(local.name));
}

test.each([
  ["ollama", ollama, ["llama3"]],
  ["llama.cpp", llamaCpp, ["qwen"]],
  ["ollama", somethingElse, []],
  ["llama.cpp", somethingElse, []],
  ["llama.cpp", ollama, []],
  ["ollama", {}, []],
])("%s is known by its answers, not by its port alone: %j", async (name, given, models) => {
  answers = given;
  const found: string[] = [];
  const detected = detect(name, found);
  expect((await detected.list()).map(({ id }) => id)).toEqual(models);
  expect(found).toEqual(models.length > 0 ? [name] : []);
  expect((await detected.find("no-such-model")) === undefined).toBe(true);
});

test("one that starts later is found, and told of once", async () => {
  answers = {};
  const found: string[] = [];
  const detected = detect("ollama", found);
  expect(await detected.list()).toEqual([]);
  answers = ollama;
  expect(await detected.list()).toEqual([]);
  clock.advance(30_000);
  expect(await detected.find("llama3")).toBeDefined();
  await detected.list();
  expect(found).toEqual(["ollama"]);
});
