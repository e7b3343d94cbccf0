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

  test.each([
    ["folded", "description: >-\n  Notes for\n  a release\nmodel: m", "Notes for a release"],
    ["in lines", "description: |\n  Notes for\n\n  a release", "Notes for a release"],
    ["on the next line", "description:\n  Notes", "Notes"],
    ["with doubled quotes", "description: 'GitHub''s notes'", "GitHub's notes"],
    ["with escaped quotes", 'description: "the \\"old\\" notes"', 'the "old" notes'],
    ["that YAML would refuse", "description: Notes: for a release", "Notes: for a release"],
    ["behind other lists", "tools:\n- a\n- b\ndescription: Notes", "Notes"],
  ])("reads a description %s", (_how, header, description) => {
    const text = `---\n${header}\n---\nWrite notes.`;
    expect(readPromptFile("x.prompt.md", text)?.description).toBe(description);
  });

  test("reads models in a list of lines as those in brackets", () => {
    const text = "---\nmodel:\n  - 'Nobody 1'\n  - GPT X\n---\nWrite.";
    const { model = "" } = readPromptFile("x.prompt.md", text) ?? {};
    expect(findPromptModel([{ id: "gpt-x", name: "GPT X" }], model)?.id).toBe("gpt-x");
  });

  test.each([
    ["brackets", `description: ${"[".repeat(90_000)}`],
    ["aliases", "a: &a [x, x]\nb: &b [*a, *a]\ndescription: *b"],
    ["quotes", `description: ${"'".repeat(90_000)}`],
    ["names of objects", "__proto__: x\nconstructor: y\ndescription: z"],
  ])("a hostile header of %s is text", (_what, header) => {
    const file = readPromptFile("x.prompt.md", `---\n${header}\n---\nWrite.`);
    expect(file?.body).toBe("Write.");
    expect(file?.description?.length).toBeLessThanOrEqual(300);
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
