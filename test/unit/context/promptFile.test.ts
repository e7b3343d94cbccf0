import { describe, expect, test } from "vitest";

import { expandPrompt, findPromptModel, readPromptFile } from "../../../src/context/promptFile.ts";

describe("reading", () => {
  test("takes the name from the file, and description and model from its front matter", () => {
    const text =
      '---\ndescription: "Notes for a release"\nmode: agent\nmodel: gpt-x\n---\n\nWrite notes.\n';
    expect(readPromptFile("release notes.prompt.md", text)).toEqual({
      name: "release-notes",
      description: "Notes for a release",
      model: "gpt-x",
      body: "Write notes.",
    });
  });

  test("a file without front matter is all prompt", () => {
    expect(readPromptFile("plain.prompt.md", "Do this.\n---\nAnd that.")?.body).toBe(
      "Do this.\n---\nAnd that.",
    );
  });

  test("a file without a text, or with no name for a command, is none", () => {
    expect(readPromptFile("empty.prompt.md", "---\ndescription: x\n---\n")).toBeUndefined();
    expect(readPromptFile("<script>.prompt.md", "Text")).toBeUndefined();
  });

  test("front matter that never ends is text", () => {
    expect(readPromptFile("odd.prompt.md", "---\ndescription: x")?.description).toBeUndefined();
  });
});

describe("the model that a prompt asks for", () => {
  const models = [
    { id: "gpt-x", name: "GPT X" },
    { id: "Sonnet", name: "Claude Sonnet 4" },
  ];

  test.each([
    ["gpt-x", "gpt-x"],
    ["GPT x", "gpt-x"],
    ["Claude Sonnet 4 (copilot)", "Sonnet"],
    ["['Nobody 1', 'Claude Sonnet 4']", "Sonnet"],
    ["gpt", undefined],
    ["[]", undefined],
  ])("%s is found by id or name", (wanted, id) => {
    expect(findPromptModel(models, wanted)?.id).toBe(id);
  });
});

describe("filling in", () => {
  const values = { file: "src/app.ts", selection: "const a = 1;", rest: "" };

  test("puts the file and the selection in their places", () => {
    expect(expandPrompt("In ${file} (${fileBasename}): ${selection}", values)).toBe(
      "In src/app.ts (app.ts): const a = 1;",
    );
  });

  test("gives the first input what was typed behind the command, and leaves the others to be filled in", () => {
    const body = "For ${input:version} by ${input:author:who wrote it}";
    expect(expandPrompt(body, { ...values, rest: "2.0" })).toBe("For 2.0 by [who wrote it]");
  });

  test("adds what was typed at the end where there is no input", () => {
    expect(expandPrompt("Explain.", { ...values, rest: "only the loop" })).toBe(
      "Explain.\n\nonly the loop",
    );
  });

  test("a value that looks like a variable stays as it is", () => {
    expect(expandPrompt("${selection}", { ...values, selection: "${file} $& $1" })).toBe(
      "${file} $& $1",
    );
  });
});
