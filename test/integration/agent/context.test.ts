import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { RunStanding } from "../../../src/agent/run/cards/runTrust.ts";
import { firstMessages, goOnText, startWithPlanText } from "../../../src/agent/run/runPrompt.ts";
import { askPerson } from "../../../src/agent/tools/askPerson.ts";
import { explore } from "../../../src/agent/tools/search/explore.ts";
import type { ChatRequest } from "../../../src/hub/wire/chatTypes.ts";
import { openAiBody } from "../../../src/hub/wire/openAiRequest.ts";
import { AgentLab } from "./agentLab.ts";
import { call } from "./steps.ts";

const lab = new AgentLab();

beforeAll(() => lab.start(), 60_000);
afterAll(() => lab.hubs.dispose());

function read(path: string): object {
  return { calls: [call("read_file", { path })] };
}

/** The numbers of the requests that do not begin with the whole request before them. */
function breaks(requests: readonly ChatRequest[]): readonly number[] {
  return requests.flatMap((request, index) => {
    const before = requests[index - 1];
    const isWhole =
      !before ||
      (JSON.stringify(request.messages.slice(0, before.messages.length)) ===
        JSON.stringify(before.messages) &&
        JSON.stringify(request.tools) === JSON.stringify(before.tools));
    return isWhole ? [] : [index + 1];
  });
}

function textOf(requests: readonly ChatRequest[]): string {
  return JSON.stringify(requests.at(-1)?.messages);
}

const end = { text: "End." };

describe("the prefix of a run's requests", () => {
  test("100 steps with notes, masked values from the start and the person's messages", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 99 }, (_, index) => [`d${index % 7}/f${index}`, `line ${index}\n`]),
    );
    const folder = lab.folder({ ...files, "d3/AGENTS.md": "Use tabs.\n" });
    let standing: RunStanding = { level: "edits", mode: "agent" };
    let said = 0;
    const { sent, end: ended } = await lab.play(folder, [...Object.keys(files).map(read), end], {
      instructions: "Ask ana@empresa.com.br.",
      maxCost: 5,
      standing: () => standing,
      takeMessages: () => {
        said += 1;
        standing = { ...standing, level: said > 30 ? "ask" : "edits" };
        return said === 20 ? ["Also look at d5."] : [];
      },
    });
    expect(ended).toMatchObject({ outcome: "done", steps: 100 });
    expect(sent).toHaveLength(100);
    expect(breaks(sent)).toEqual([]);
    expect(textOf(sent)).toContain("[EMAIL_1]");
    expect(textOf(sent)).toContain("Use tabs.");
    expect(textOf(sent)).toContain("The person changed the level");
    expect(textOf(sent)).toContain("Also look at d5.");
  });

  test("a value masked at step 9 breaks it once, where it stands in an earlier text", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`f${index}`, "x\n"]),
    );
    const folder = lab.folder({ ...files, f0: "refA11144477735B\n", f8: "cpf: 11144477735\n" });
    const { sent } = await lab.play(folder, [...Object.keys(files).map(read), end]);
    expect(breaks(sent)).toEqual([10]);
    expect(JSON.stringify(sent.at(8))).toContain("11144477735");
    expect(textOf(sent)).not.toContain("11144477735");
    expect(sent[9]?.messages[0]).toEqual(sent[8]?.messages[0]);
  });

  test("its fixed part has at most 20 KB, and nothing of day, folder, mode or budget", async () => {
    const { sent } = await lab.play(lab.folder({}), [end], {
      hasCommands: true,
      moreTools: [
        explore(() => Promise.resolve({ isError: false, text: "" })),
        askPerson(undefined),
      ],
    });
    const [first] = sent;
    const [system] = first?.messages ?? [];
    const fixed = openAiBody({
      model: "m",
      messages: system ? [system] : [],
      tools: first?.tools ?? [],
    });
    expect(JSON.stringify(fixed).length).toBeLessThan(20_000);
    const setting = { task: "t", platform: "linux", instructions: undefined } as const;
    const [one] = firstMessages({ ...setting, root: "/a", mode: "agent" });
    const [other] = firstMessages({ ...setting, root: "/b", mode: "plan" });
    expect(one).toEqual(other);
  });
});

describe("what a run is told between its steps", () => {
  test("a nested AGENTS.md once, and again when it changed", async () => {
    const folder = lab.folder({
      "a/b/AGENTS.md": "Write no comments.\n",
      "a/b/one.ts": "1\n",
      "a/b/two.ts": "2\n",
    });
    const { requests } = await lab.play(
      folder,
      [
        read("a/b/one.ts"),
        read("a/b/two.ts"),
        {
          calls: [
            call("read_file", { path: "a/b/AGENTS.md" }),
            call("write_file", {
              path: "a/b/AGENTS.md",
              content: "Write some.\n",
              overwrite: true,
            }),
          ],
        },
        end,
      ],
      { approve: () => Promise.resolve("approved") },
    );
    const text = textOf(requests);
    expect(text.split("Instructions for files below a/b").length - 1).toBe(2);
    expect(text).toContain("[AI Hub: note]\\nInstructions for files below a/b (a/b/AGENTS.md):");
  });

  test("files that another hand changed, mode and level, and what is left of the budget", async () => {
    const folder = lab.folder({ "a.txt": "one\n", "b.txt": "two\n" });
    let standing: RunStanding = { level: "edits", mode: "agent" };
    const { requests } = await lab.play(
      folder,
      [read("a.txt"), read("b.txt"), { calls: [call("list_files", {})] }, end],
      {
        maxSteps: 4,
        standing: () => standing,
        touchedPaths: () => {
          if (standing.mode === "agent") {
            lab.write(folder, "a.txt", "mine\n");
            standing = { level: "ask", mode: "plan" };
          }
          return ["a.txt", "b.txt"];
        },
      },
    );
    const text = textOf(requests);
    expect(text).toContain("Changed since you last read or wrote them: a.txt. Read them");
    expect(text).toContain("The mode is plan now.");
    expect(text).toContain("The person changed the level: edits and commands are shown");
    expect(text).toContain("Left of this run: 2 of 4 steps.");
  });

  test("the model is told what is left of the cap in tokens where it has no price", async () => {
    const folder = lab.folder({ "a.txt": "one\n" });
    const long = { text: "word ".repeat(5_000), ...read("a.txt") };
    const { requests } = await lab.play(folder, [long, end], { maxCost: 0.06 });
    expect(textOf(requests)).toMatch(/Left of this run: \d+ of 15000 tokens, 99 of 100 steps\./u);
  });

  test("what the person says comes behind the running step, also behind the last answer", async () => {
    const waiting = ["Stop at b.", ""].slice(0, 1);
    const folder = lab.folder({ a: "a\n" });
    let asked = 0;
    const { requests, texts } = await lab.play(folder, [read("a"), end], {
      takeMessages: () => {
        asked += 1;
        return asked === 1 ? waiting.splice(0) : asked === 2 ? ["And now?"] : [];
      },
    });
    expect(requests).toHaveLength(3);
    expect(requests[1]?.messages.at(-1)).toEqual({ role: "user", content: "Stop at b." });
    expect(requests[1]?.messages.at(-2)).toMatchObject({ role: "tool" });
    expect(requests[2]?.messages.slice(-2)).toEqual([
      { role: "assistant", content: "End." },
      { role: "user", content: "And now?" },
    ]);
    expect(texts).toBe("End.\nEnd.");
  });
});

describe("a run that goes on", () => {
  test("after its steps are used up, with the messages it has", async () => {
    const folder = lab.folder({ a: "a\n", b: "b\n" });
    const steps = [read("a"), read("b"), end];
    const first = await lab.play(folder, steps, { maxSteps: 2 });
    expect(first.end).toMatchObject({ outcome: "budget", pause: "steps", steps: 2 });
    const state = JSON.parse(JSON.stringify(first.state)) as typeof first.state;
    const second = await lab.play(folder, steps, { resume: { state, message: goOnText } });
    expect(second.end).toMatchObject({ outcome: "done", steps: 3 });
    expect(breaks([...first.requests, ...second.requests])).toEqual([]);
  });

  test("a plan leads to agent mode with the same beginning", async () => {
    const folder = lab.folder({});
    const write = { calls: [call("write_file", { path: "a", content: "x\n" })] };
    const planned = await lab.play(folder, [{ ...write, text: "Plan" }, end], { mode: "plan" });
    expect(planned.results[0]?.[0]).toBe("refused");
    const { results, requests, state } = await lab.play(folder, [write, write, end], {
      resume: { state: planned.state, message: startWithPlanText },
    });
    expect(textOf(requests)).toContain("The mode is agent now");
    expect(breaks([...planned.requests, ...requests])).toEqual([]);
    expect(results).toEqual([]);
    expect(state.mode).toBe("agent");
  });

  test("after a stop the calls that did not end are said to be interrupted", async () => {
    const stop = new AbortController();
    const { state, end: ended } = await lab.play(
      lab.folder({}),
      [{ calls: [call("list_files", {}), call("write_file", { path: "a", content: "x\n" })] }],
      {
        level: "ask",
        signal: stop.signal,
        approve: () => {
          stop.abort();
          return new Promise(() => undefined);
        },
      },
    );
    expect(ended).toMatchObject({ outcome: "stopped" });
    expect(state.messages.slice(-2)).toMatchObject([
      { role: "tool", content: "No files." },
      { role: "tool", content: expect.stringContaining("Interrupted.") as string, isError: true },
    ]);
  });
});
