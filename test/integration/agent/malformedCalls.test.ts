import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { AgentRun } from "../../../src/agent/run/agentRun.ts";
import type { AgentEvent } from "../../../src/agent/run/cards/agentEvents.ts";
import { FileLedger } from "../../../src/agent/tools/base/fileLedger.ts";
import { fileTools } from "../../../src/agent/tools/fileTools.ts";
import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";
import { HubClient } from "../../../src/hub/calls/hubClient.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { chunkOf, done, finish, streamOf, tool } from "../../support/answerText.ts";

let folder: string;
let server: Server;
/** One stream for each request; the last one again. */
let answers: readonly string[];
/** The bodies of the requests. */
let asked: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-malformed-"));
  writeFileSync(join(folder, "b.txt"), "in b\n");
  asked = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      asked.push(Buffer.concat(chunks).toString("utf8"));
      response.setHeader("content-type", "text/event-stream");
      response.end(answers[Math.min(asked.length, answers.length) - 1]);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

function called(...args: readonly string[]): string {
  const calls = args.map((json, index) =>
    tool({ index, id: `c${index}`, function: { name: "read_file", arguments: json } }),
  );
  return calls.join("") + finish("tool_calls") + done;
}

async function run(): Promise<readonly AgentEvent[]> {
  const workspace = await NodeWorkspace.open(folder);
  const ledger = new FileLedger();
  // Sound: the server listens on a port.
  const { port } = server.address() as AddressInfo;
  const client = new HubClient({
    baseUrl: `http://127.0.0.1:${port}`,
    token: () => Promise.resolve("sk_hub_test"),
    fetch,
    clock: systemClock,
    random: Math.random,
    chatFormat: () => "openai",
  });
  let count = 0;
  const agent = new AgentRun(
    {
      task: "Read",
      root: folder,
      platform: "linux",
      instructions: undefined,
      model: "m",
      mode: "agent",
      maxSteps: 20,
      maxCost: undefined,
      signal: new AbortController().signal,
    },
    {
      approve: () => Promise.resolve("nobody"),
      standing: () => ({ level: "edits", mode: "agent" }),
      workspace,
      ledger,
      tools: fileTools(workspace, ledger, { usesPatches: false }),
      streamChat: (request, options) => client.streamChat(request, options),
      newId: () => `id${(count += 1)}`,
    },
  );
  const events: AgentEvent[] = [];
  for await (const event of agent.events()) {
    events.push(event);
  }
  return events;
}

const good = '{"path": "b.txt"}';

test("a malformed call fails with a word, the call beside it runs, and the run goes on", async () => {
  answers = [called('{"path": "a.tx', good), streamOf("Done.")];
  const events = await run();
  expect(events.filter(({ type }) => type === "result")).toMatchObject([
    {
      state: "failed",
      text: expect.stringContaining('no JSON object: {"path": "a.tx\n') as string,
    },
    { state: "done", text: expect.stringContaining("in b") as string },
  ]);
  expect(events.at(-1)).toMatchObject({ type: "end", outcome: "done", steps: 2 });
  expect(asked[1]).toContain("no JSON object");
});

test.each([[undefined], [""], [" "]])(
  "a call with the name %j fails with a word, the call beside it runs, and the run goes on",
  async (name) => {
    const nameless = tool({ index: 0, id: "c0", function: { name, arguments: good } });
    const named = tool({ index: 1, id: "c1", function: { name: "read_file", arguments: good } });
    answers = [nameless + named + finish("tool_calls") + done, streamOf("Done.")];
    const events = await run();
    expect(events.filter(({ type }) => type === "result")).toMatchObject([
      {
        state: "failed",
        text: expect.stringContaining("The call has no name of a tool. There are: ") as string,
      },
      { state: "done", text: expect.stringContaining("in b") as string },
    ]);
    expect(events.at(-1)).toMatchObject({ type: "end", outcome: "done", steps: 2 });
    expect(asked[1]).toContain("The call has no name of a tool.");
  },
);

test("the model learns which of too many calls in one step were not run", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `b${index}.txt`);
  for (const name of names) {
    writeFileSync(join(folder, name), name);
  }
  const calls = names.map((path) => JSON.stringify({ path }));
  answers = [called(...calls), streamOf("Done.")];
  const events = await run();
  expect(events.filter(({ type }) => type === "result")).toHaveLength(32);
  expect(asked[1]).toContain("Only the first 32 of your 40 calls were run");
});

test("an empty answer is no end of the task: the model is asked to go on", async () => {
  answers = [streamOf(""), called(good), streamOf(" \n"), streamOf("Done.")];
  const events = await run();
  expect(events.filter(({ type }) => type === "result")).toHaveLength(1);
  expect(asked[1]).toContain("Your answer was empty");
  expect(events.at(-1)).toMatchObject({ type: "end", outcome: "done", steps: 4 });
});

test("a model that answers nothing three times has not done its task", async () => {
  answers = [streamOf("")];
  expect((await run()).at(-1)).toMatchObject({
    outcome: "failed",
    reason: "3 answers were empty.",
  });
});

test("a model that sends nothing but malformed calls is stopped by the loop guard", async () => {
  answers = ["{", "null", "[]", '{"path",}', '"a"'].map((json) => called(json));
  expect((await run()).at(-1)).toMatchObject({
    outcome: "failed",
    pause: "loop",
    reason: expect.stringContaining("5 calls failed one after another") as string,
  });
  expect(asked).toHaveLength(5);
});

test("a call that the model's server could not read is told to the model, three times at most", async () => {
  const lost = chunkOf("I look.") + finish("MALFORMED_FUNCTION_CALL") + done;
  answers = [lost, called(good), streamOf("Done.")];
  const events = await run();
  expect(events.at(-1)).toMatchObject({ outcome: "done", steps: 3 });
  expect(asked[1]).toContain("could not be read, so nothing was done");

  asked = [];
  answers = [lost];
  expect((await run()).at(-1)).toMatchObject({ outcome: "failed" });
  expect(asked).toHaveLength(3);
});
