import { createHash } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { HubError } from "../../../src/hub/errors/hubError.ts";
import type { ChatRequest } from "../../../src/hub/wire/chatTypes.ts";
import { AgentLab } from "./agentLab.ts";
import { call } from "./steps.ts";

const lab = new AgentLab();

beforeAll(() => lab.start(), 60_000);
afterAll(() => lab.hubs.dispose());

function lines(path: string, start: number, end: number): object {
  return { calls: [call("read_file", { path, start_line: start, end_line: end })] };
}

/** A text of about eight tokens a line. */
const long = Array.from({ length: 4_000 }, (_, index) => `const value${index} = other;\n`).join("");
const window = 20_000;
const end = { text: "End." };

/** The requests for a summary, which have no tools. */
function summaries(requests: readonly ChatRequest[]): readonly ChatRequest[] {
  return requests.filter(({ tools }) => tools === undefined);
}

test("a full window is summarised: what the person said, plan, files, commands and the last step stay", async () => {
  const folder = lab.folder({ "long.ts": long, "other.ts": long.slice(0, 9_000) });
  const background = { command: "sleep 60", purpose: "wait", background: true };
  const plan = {
    items: [
      { text: "look", state: "done" },
      { text: "change", state: "open" },
    ],
  };
  const {
    events,
    requests,
    end: ended,
  } = await lab.play(
    folder,
    [
      {
        calls: [
          call("write_file", { path: "new.txt", content: "made\n" }),
          call("update_plan", plan),
          call("run_command", background),
          call("read_file", { path: "long.ts", end_line: 1_400 }),
        ],
      },
      // The model plays by the steps that it sees, so it looks once more after the summary.
      lines("other.ts", 1, 400),
      end,
    ],
    {
      hasCommands: true,
      contextLength: window,
      approve: () => Promise.resolve("approved"),
      takeMessages: once(["Keep other.ts as it is."]),
    },
  );
  expect(ended).toMatchObject({ outcome: "done" });
  expect(events.filter(({ type }) => type === "compacted")).toMatchObject([{ type: "compacted" }]);
  expect(summaries(requests)).toHaveLength(1);
  const after = requests[requests.indexOf(summaries(requests)[0] ?? fail()) + 1] ?? fail();
  expect(after.messages.slice(0, 2)).toEqual(requests[0]?.messages.slice(0, 2));
  expect(after.messages).toContainEqual({ role: "user", content: "Keep other.ts as it is." });
  const hash = createHash("sha256").update("made\n").digest("hex");
  const summary = JSON.stringify(after.messages.find(({ content }) => isSummary(content)));
  expect(summary).toContain("The plan:\\n- done: look\\n- open: change");
  expect(summary).toMatch(/Runs in the background, id \w+: sleep 60/u);
  expect(summary).toContain(`- new.txt ${hash}`);
  expect(after.messages.at(-1)).toMatchObject({ role: "tool" });
  expect(JSON.stringify(after.messages)).not.toContain("value1300");
});

test("what cannot get below half of the window stops the run", async () => {
  const { end: ended, requests } = await lab.play(
    lab.folder({ "long.ts": long }),
    [lines("long.ts", 1, 1_900), end],
    { contextLength: window },
  );
  expect(ended).toMatchObject({
    outcome: "failed",
    reason: expect.stringContaining("do not fit into half of the model's context") as string,
  });
  expect(summaries(requests)).toHaveLength(1);
});

test("two summaries without a change, a command or a new file between pause the run", async () => {
  const reads = Array.from({ length: 12 }, (_, index) =>
    lines("long.ts", index * 300 + 1, index * 300 + 300),
  );
  const { end: ended, requests } = await lab.play(lab.folder({ "long.ts": long }), reads, {
    contextLength: window,
  });
  expect(ended).toMatchObject({ outcome: "failed", pause: "loop" });
  expect(summaries(requests)).toHaveLength(1);
});

test("after context_too_long the run is summarised and asked once more", async () => {
  let failures = 1;
  const { end: ended, events } = await lab.play(
    lab.folder({ "long.ts": long, "small.ts": "let small;\n" }),
    [lines("long.ts", 1, 1_400), lines("small.ts", 1, 1), end],
    {
      beforeRequest: ({ messages, tools }) => {
        if (tools && failures > 0 && JSON.stringify(messages).includes("let small")) {
          failures -= 1;
          throw new HubError({ kind: "context_too_long" });
        }
      },
    },
  );
  expect(ended).toMatchObject({ outcome: "done" });
  expect(events.filter(({ type }) => type === "compacted")).toHaveLength(1);
});

test("a context that is too long even for the summary ends the run with what the hub said", async () => {
  const { end: ended } = await lab.play(lab.folder({ a: "a\n" }), [lines("a", 1, 1), end], {
    beforeRequest: () => {
      throw new HubError({ kind: "context_too_long" });
    },
  });
  expect(ended).toMatchObject({ outcome: "failed", reason: "context_too_long" });
});

function isSummary(content: unknown): boolean {
  return typeof content === "string" && content.includes("What came before was summarised");
}

function once(messages: readonly string[]): () => readonly string[] {
  let left = messages;
  return () => {
    const now = left;
    left = [];
    return now;
  };
}

function fail(): never {
  throw new Error("There is no such request");
}
