import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { root } from "../../../scripts/paths.ts";
import { HubLab, type HubProcess } from "../hubServer/hubProcess.ts";
import { anthropicClient, openAiClient, type PlayClient } from "./playClients.ts";

const lab = new HubLab();
const folder = join(lab.home, "trajectories");
let hub: HubProcess;
let openAi: OpenAI;
let anthropic: Anthropic;

const rename = {
  steps: [
    { text: "I look.", calls: [{ tool: "read_file", args: { path: "a.ts", start_line: 1 } }] },
    {
      expect: "const (\\w+) = (\\d)",
      text: "Its name is ${1}.",
      calls: [
        {
          tool: "edit_file",
          args: { path: "a.ts", edits: [{ old_text: "${1} = ${2}", new_text: "b$${1} = ${2} é" }] },
        },
        { tool: "read_file", args: { path: "${1}.ts" } },
      ],
    },
    { text: "Still ${1}.", calls: [{ tool: "read_file", args: { path: "a.ts" } }] },
    { expect: "^done$", text: "Renamed ${0}." },
  ],
  chunking: 3,
  dialects: {
    other: {
      read_file: { name: "Look", args: { filePath: "/x/{path}", offset: "{start_line}" } },
      edit_file: {
        name: "Change",
        args: { file: "{path}", old: "{edits.0.old_text}", all: true, list: "{edits}" },
      },
    },
  },
};

async function say(message: string): Promise<string> {
  return (await openAiClient(openAi, true).begin(message, ["x"]).next()).text;
}

function write(name: string, trajectory: unknown): void {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(trajectory));
}

beforeAll(async () => {
  mkdirSync(folder);
  write("rename", rename);
  await lab.build();
  hub = await lab.start(["--lab", "--data", join(lab.home, "play"), "--play", folder]);
  openAi = new OpenAI({ baseURL: `${hub.url}/hub/v1`, apiKey: hub.token, maxRetries: 0 });
  anthropic = new Anthropic({
    baseURL: `${hub.url}/hub`,
    apiKey: null,
    authToken: hub.token,
    maxRetries: 0,
  });
}, 60_000);
afterAll(() => lab.dispose());

describe.each([
  ["OpenAI's format, streamed", () => openAiClient(openAi, true)],
  ["OpenAI's format, whole", () => openAiClient(openAi, false)],
  ["Anthropic's format, streamed", () => anthropicClient(anthropic, true)],
  ["Anthropic's format, whole", () => anthropicClient(anthropic, false)],
])("the player in %s", (_, clientOf) => {
  const client = (): PlayClient => clientOf();

  test("plays a trajectory step by step, with the captures of what it expected", async () => {
    const chat = client().begin("Please play:rename.", ["read_file", "edit_file"]);
    const first = await chat.next();
    expect(first).toEqual({
      text: "I look.",
      calls: [{ name: "read_file", args: { path: "a.ts", start_line: 1 } }],
      end: "calls",
    });
    expect(await chat.next(["export const old = 7;"])).toEqual({
      text: "Its name is old.",
      calls: [
        {
          name: "edit_file",
          args: {
            path: "a.ts",
            edits: [{ old_text: "old = 7", new_text: "b${1} = 7 é" }],
          },
        },
        { name: "read_file", args: { path: "old.ts" } },
      ],
      end: "calls",
    });
    expect(await chat.next(["edited", "not there"])).toMatchObject({ text: "Still old." });
    expect(await chat.next(["was\ndone"])).toEqual({
      text: "Renamed done.",
      calls: [],
      end: "stop",
    });
  });

  test("the same request gets the same answer", async () => {
    const chat = client().begin("play:rename", ["read_file"]);
    const first = await chat.next();
    expect(await client().begin("play:rename", ["read_file"]).next()).toEqual(first);
  });

  test("speaks the dialect whose tools are offered", async () => {
    const chat = client().begin("play:rename", ["Look", "Change", "Bash"]);
    expect((await chat.next()).calls).toEqual([
      { name: "Look", args: { filePath: "/x/a.ts", offset: 1 } },
    ]);
    const { calls } = await chat.next(["const old = 7"]);
    expect(calls).toEqual([
      {
        name: "Change",
        args: {
          file: "a.ts",
          old: "old = 7",
          all: true,
          list: [{ old_text: "old = 7", new_text: "b${1} = 7 é" }],
        },
      },
      { name: "Look", args: { filePath: "/x/old.ts" } },
    ]);
  });

  test("says why a trajectory failed", async () => {
    const chat = client().begin("play:rename", ["read_file"]);
    await chat.next();
    expect(await chat.next(["let old = 7;"])).toEqual({
      text:
        "TRAJECTORY FAILED: step 2 expects const (\\w+) = (\\d), but the results are:\n" +
        "let old = 7;",
      calls: [],
      end: "stop",
    });
  });

  test("a request without tools, as for a title, gets a text", async () => {
    expect(await client().begin("play:rename", []).next()).toEqual({
      text: "Trajectory rename: the request offers no tools.",
      calls: [],
      end: "stop",
    });
  });

  test("an answer can end at the length limit, inside the arguments of its last call", async () => {
    write("length", {
      steps: [{ calls: [{ tool: "read_file", args: { path: "abcdefgh" } }], cut: "length" }],
    });
    const { end, cutArguments } = await client().begin("play:length", ["read_file"]).next();
    expect({ end, cutArguments }).toEqual({ end: "length", cutArguments: '{"path":"a' });
  });

  test("an answer can break off with the connection", async () => {
    write("socket", {
      steps: [{ text: "Hello", calls: [{ tool: "read_file", args: {} }], cut: "socket" }],
    });
    await expect(client().begin("play:socket", ["read_file"]).next()).rejects.toThrow(
      /terminated|Premature|socket|Connection|other side closed|ended/iu,
    );
  });
});

test("a changed file is read again, and a wrong one says what is wrong", async () => {
  expect(await say("play:changing")).toBe(
    "TRAJECTORY FAILED: changing.json is not in the folder of --play",
  );
  write("changing", { steps: [{ text: "one" }] });
  expect(await say("play:changing")).toBe("one");
  write("changing", { steps: [{ text: "three" }] });
  expect(await say("play:changing")).toBe("three");
  write("changing", { steps: [{ text: "four", call: [] }] });
  expect(await say("play:changing")).toBe(
    "TRAJECTORY FAILED: changing.json: there is no field steps.0.call",
  );
  write("changing", { steps: [{ expect: "(" }] });
  expect(await say("play:changing")).toBe(
    "TRAJECTORY FAILED: changing.json: steps.0.expect: it is not a regular expression",
  );
  writeFileSync(join(folder, "changing.json"), "{");
  expect(await say("play:changing")).toMatch(/^TRAJECTORY FAILED: changing\.json: .*JSON/u);
  writeFileSync(join(folder, "changing.json"), " ".repeat(2_000_001));
  expect(await say("play:changing")).toBe(
    "TRAJECTORY FAILED: changing.json: it has more than 2000000 bytes",
  );
});

test("a name cannot leave the folder", async () => {
  writeFileSync(join(lab.home, "outside.json"), JSON.stringify({ steps: [{ text: "secret" }] }));
  symlinkSync(join(lab.home, "outside.json"), join(folder, "link.json"));
  expect(await say("play:link")).toBe(
    "TRAJECTORY FAILED: link.json: it is a link out of the folder of --play",
  );
  expect(await say("play:../outside")).toBe(
    "TRAJECTORY FAILED: no user message names a trajectory, as play:<name>",
  );
});

test("a missing capture and a step after the last one are told", async () => {
  write("captures", {
    steps: [{ calls: [{ tool: "x", args: {} }] }, { expect: "a", text: "${1}" }],
  });
  const chat = openAiClient(openAi, true).begin("play:captures", ["x"]);
  await chat.next();
  expect((await chat.next(["a"])).text).toBe(
    "TRAJECTORY FAILED: no expect before this step has captured ${1}",
  );
  write("captures", { steps: [{ calls: [{ tool: "x", args: {} }] }] });
  const other = openAiClient(openAi, true).begin("play:captures", ["x"]);
  await other.next();
  expect((await other.next(["a"])).text).toBe("The trajectory has ended.");
});

test("the example of the documentation can be played", async () => {
  copyFileSync(join(root, "test/fixtures/trajectories/greet.json"), join(folder, "greet.json"));
  const chat = openAiClient(openAi, true).begin("play:greet", ["read", "edit", "bash"]);
  expect((await chat.next()).calls).toEqual([{ name: "read", args: { filePath: "greet.js" } }]);
});

test("the model is listed with a window for long runs", async () => {
  const { data } = (await (await hub.api("/hub/v1/models")).json()) as {
    readonly data: readonly { readonly id: string; readonly context_length: number }[];
  };
  expect(data.find(({ id }) => id === "hub-script-play")).toMatchObject({
    context_length: 200_000,
  });
});
