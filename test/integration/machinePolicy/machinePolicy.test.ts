import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { withinRules } from "../../../src/agentCli/run/machineRules.ts";
import { readOptions } from "../../../src/agentCli/run/programOptions.ts";
import { findHub } from "../../../src/extension/connection/findHub.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { timeLimits } from "../../../src/shared/base/timeLimits.ts";
import {
  policyProblem,
  policyRefusal,
  type PolicyState,
} from "../../../src/shared/hubApi/machinePolicy.ts";
import { readMachinePolicy } from "../../../src/sharedNode/machinePolicy.ts";

let folder: string;
let path: string;
const owner = process.getuid?.() ?? 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-policy-"));
  chmodSync(folder, 0o755);
  path = join(folder, "policy.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string, mode = 0o644): PolicyState {
  writeFileSync(path, text);
  chmodSync(path, mode);
  return readMachinePolicy(path, owner);
}

const hub = "https://hub.example.com";

describe("the file of rules", () => {
  test("may be absent", () => {
    expect(readMachinePolicy(path, owner)).toEqual({ state: "absent" });
    expect(readMachinePolicy(join(folder, "no", "folder"), owner)).toEqual({ state: "absent" });
  });

  test("holds hubs, settings, defaults and the least version, also behind a byte order mark", () => {
    const policy = {
      version: 1,
      hubs: [hub, "local"],
      settings: { "aiHub.baseUrl": hub },
      defaults: { "aiHub.agent.level": "ask" },
      minVersion: "1.0.0",
    };
    expect(read(`\uFEFF${JSON.stringify(policy)}`)).toEqual({ state: "holds", path, policy });
  });

  test.runIf(process.platform !== "win32")("belongs to root and to nobody else", () => {
    expect(read(`{"version":1}`, 0o666)).toMatchObject({ state: "broken" });
    expect(read(`{"version":1}`, 0o664)).toMatchObject({ state: "broken" });
    expect(readMachinePolicy(path, owner + 1)).toMatchObject({ state: "broken" });
    chmodSync(path, 0o644);
    chmodSync(folder, 0o777);
    expect(readMachinePolicy(path, owner)).toMatchObject({ state: "broken" });
  });

  test.each([
    ["", "It is no JSON."],
    ["{", "It is no JSON."],
    [`{"version":1,"hubs":["a"],"hubs":[]}`, "It has a key twice."],
    [`{"version":1,"settings":{"aiHub.a":{"b":1,"b":2}}}`, "It has a key twice."],
    [`{"version":2}`, 'The field "version" is not valid.'],
    [`{"version":1,"hub":[]}`, 'The field "" is not valid.'],
    [
      `{"version":1,"settings":{"editor.fontSize":1}}`,
      'The field "settings.editor.fontSize" is not valid.',
    ],
    [`{"version":1,"minVersion":"soon"}`, 'The field "minVersion" is not valid.'],
  ])("is broken as %s", (text, reason) => {
    expect(read(text)).toEqual({ state: "broken", path, reason });
  });

  test("is broken if it is large or a folder", () => {
    expect(read(`{"version":1}${" ".repeat(5 << 20)}`)).toMatchObject({ state: "broken" });
    rmSync(path);
    mkdirSync(path);
    expect(readMachinePolicy(path, owner)).toMatchObject({ state: "broken" });
  });

  test("a colon in a text is no key", () => {
    const text = String.raw`{"version":1,"settings":{"aiHub.a":"x\":1,\"y\" : 2"}}`;
    expect(read(text)).toMatchObject({ state: "holds" });
  });
});

describe("the rules", () => {
  const rules = read.bind(undefined);

  test("name the hubs by origin", () => {
    const state = rules(JSON.stringify({ version: 1, hubs: [`${hub}/hub/v1`] }));
    expect(policyProblem(state, "1.0.0", `${hub}/team`)).toBeUndefined();
    expect(policyProblem(state, "1.0.0", "https://hub.example.com.evil.org")).toBe("hubNotAllowed");
    expect(policyProblem(state, "1.0.0", "http://hub.example.com")).toBe("hubNotAllowed");
    expect(policyProblem(state, "1.0.0", "local")).toBe("hubNotAllowed");
  });

  test.each([
    ["1.0.0", "1.0.0", undefined],
    ["1.10.0", "1.9.9", undefined],
    ["1.0.0+7-beta", "1.0.0", undefined],
    ["1.0.1-rc.1", "1.0.0", undefined],
    ["1.0.0-rc.1", "1.0.0", "oldVersion"],
    ["1.0.0-x-1.2+7", "1.0.0", "oldVersion"],
    ["1.9.9", "1.10.0", "oldVersion"],
    ["0.9.0", "1.0.0", "oldVersion"],
  ])("version %s is measured against %s", (program, minVersion, problem) => {
    const state = rules(JSON.stringify({ version: 1, minVersion }));
    expect(policyProblem(state, program, "local")).toBe(problem);
  });

  test("that are broken close everything, with the reason", () => {
    expect(policyRefusal(rules("{"), "1.0.0", hub)).toBe(
      `The rules of your organisation (${path}) cannot be used. It is no JSON.`,
    );
    expect(policyRefusal(rules("{"), "1.0.0")).toContain("cannot be used");
  });

  test("close an editor's connection before a token is read", async () => {
    const state = rules(JSON.stringify({ version: 1, hubs: [hub] }));
    const search = (baseUrl: string) =>
      findHub({
        tokens: {
          get: () => Promise.reject(new Error("A token was read")),
          set: () => Promise.reject(new Error("unused")),
          clear: () => Promise.resolve(false),
          onDidChange: () => ({ dispose: () => undefined }),
        },
        localHub: undefined,
        settings: {
          baseUrl: () => baseUrl,
          chatFormat: () => "openai",
          patience: () => timeLimits.answer,
        },
        wantsLocalHub: () => true,
        ruleProblem: (each) => policyProblem(state, "1.0.0", each),
        isBrowserEditor: false,
        fetch: globalThis.fetch,
        clock: systemClock,
        userAgent: "test",
        loadPart: (load) => load(),
        onHeaders: () => undefined,
      });
    expect((await search("https://other.example.com")).state).toEqual({
      state: "badBaseUrl",
      value: "https://other.example.com",
      reason: "hubNotAllowed",
    });
    expect((await search("")).state).toEqual({ state: "needsBaseUrl" });
  });

  test("hold for the agent in a terminal: hub, level and cap", () => {
    const settings = { "aiHub.agent.level": "edits", "aiHub.agent.maxCost": 1 };
    const state = rules(JSON.stringify({ version: 1, hubs: [hub], settings }));
    const told: string[] = [];
    const options = (...flags: readonly string[]) =>
      withinRules(readOptions(["--hub", hub, ...flags, "task"]), state, (line) => told.push(line));
    expect(options("--level", "sandbox", "--max-cost", "5")).toMatchObject({
      level: "edits",
      maxCost: 1,
    });
    expect(options("--level", "ask", "--max-cost", "0.5")).toMatchObject({
      level: "ask",
      maxCost: 0.5,
    });
    expect(told).toEqual([
      "Set by your organisation: --level edits",
      "Set by your organisation: --max-cost 1",
    ]);
    expect(() => withinRules(readOptions(["--hub", "http://127.0.0.1:1", "task"]), state)).toThrow(
      "do not allow the hub http://127.0.0.1:1.",
    );
  });
});
