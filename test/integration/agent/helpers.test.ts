import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { findSkills, workspaceSkills } from "../../../src/agent/run/skills.ts";
import { askPerson } from "../../../src/agent/tools/askPerson.ts";
import { NodeWorkspace } from "../../../src/agentNode/files/nodeWorkspace.ts";
import type { ChatRequest } from "../../../src/hub/wire/chatTypes.ts";
import { AgentLab } from "./agentLab.ts";
import { call } from "./steps.ts";

const lab = new AgentLab();

beforeAll(() => lab.start(), 60_000);
afterAll(() => lab.hubs.dispose());

function textOf(requests: readonly ChatRequest[]): string {
  return JSON.stringify(requests.at(-1)?.messages);
}

const end = { text: "End." };

describe("helpers and questions", () => {
  test("explore reads alone, and only its report comes back", async () => {
    const folder = lab.folder({ "src/a.ts": "export const answer = 42;\n", ".env": "KEY=1\n" });
    const inner = lab.trajectory([
      { calls: [call("search_text", { query: "answer" }), call("read_file", { path: ".env" })] },
      { text: "It is in src/a.ts:1." },
    ]);
    const { results, requests } = await lab.play(
      folder,
      [{ calls: [call("explore", { task: `Where is the answer? ${inner}` })] }, end],
      {
        hasHelpers: true,
      },
    );
    expect(results).toEqual([["done", "It is in src/a.ts:1."]]);
    const ofHelper = requests.filter(({ tools }) => tools?.length === 3);
    expect(ofHelper).toHaveLength(2);
    expect(ofHelper[0]?.tools?.map(({ name }) => name)).toEqual([
      "read_file",
      "list_files",
      "search_text",
    ]);
    expect(textOf(ofHelper)).toContain("It needs a person's approval, and nobody can be asked");
  });

  test("hidden text that a helper reads taints the run, too", async () => {
    const folder = lab.folder({ "a.md": "a\u202Eb\n" });
    const inner = lab.trajectory([
      { calls: [call("read_file", { path: "a.md" })] },
      { text: "It has notes." },
    ]);
    const { events } = await lab.play(
      folder,
      [{ calls: [call("explore", { task: `Look. ${inner}` })] }, end],
      { hasHelpers: true },
    );
    expect(events).toContainEqual({ type: "tainted", cause: "hiddenText" });
  });

  test("a question shows its options, and its answer is the result; without a person it says so", async () => {
    const ask = {
      calls: [call("ask_person", { question: "Which one?", options: ["red", "blue"] })],
    };
    const asked: unknown[] = [];
    const port = askPerson((question) => {
      asked.push(question);
      return Promise.resolve("blue");
    });
    const { results } = await lab.play(lab.folder({}), [ask, end], { moreTools: [port] });
    expect(asked).toEqual([{ question: "Which one?", options: ["red", "blue"] }]);
    expect(results).toEqual([["done", "The person answers: blue"]]);
    const alone = await lab.play(lab.folder({}), [ask, end], {
      moreTools: [askPerson(undefined)],
    });
    expect(alone.results[0]).toEqual(["failed", expect.stringContaining("Nobody can be asked")]);
  });
});

describe("skills", () => {
  test("are named in the first message, and their files are read without a question", async () => {
    const mine = lab.folder({
      "review/SKILL.md": "---\nname: review\ndescription: How to review\n---\nRead twice.\n",
      "review/.env": "KEY=1\n",
      "broken/SKILL.md": "no description\n",
    });
    const folder = lab.folder({
      ".agents/skills/release/SKILL.md": "---\ndescription: How to release\n---\nTag it.\n",
      ".claude/skills/deploy/SKILL.md": "---\ndescription: How to deploy\n---\nx\n",
      ".github/skills/triage/SKILL.md": "---\ndescription: How to triage\n---\nx\n",
      ".github/skills/release/SKILL.md": "---\ndescription: A second one\n---\nx\n",
      ".agents/skills/review/SKILL.md": "---\nname: review\ndescription: Another\n---\nx\n",
    });
    const workspace = await NodeWorkspace.open(folder);
    const skills = await findSkills(workspace, [mine, ...workspaceSkills]);
    const path = `${mine}/review/SKILL.md`;
    const { requests, results } = await lab.play(
      folder,
      [
        {
          calls: [call("read_file", { path }), call("read_file", { path: `${mine}/review/.env` })],
        },
        end,
      ],
      { skills },
    );
    expect(requests[0]?.messages[1]?.content).toContain(
      "- deploy: How to deploy (.claude/skills/deploy/SKILL.md)\n" +
        "- release: How to release (.agents/skills/release/SKILL.md)\n" +
        `- review: How to review (${path})\n- triage: How to triage (.github/skills/triage/SKILL.md)`,
    );
    expect(results).toEqual([
      ["done", expect.stringContaining("Read twice.")],
      ["refused", expect.stringContaining("needs a person's approval")],
    ]);
  });
});
