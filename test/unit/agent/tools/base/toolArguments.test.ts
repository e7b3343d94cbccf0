import { expect, test } from "vitest";
import * as z from "zod/mini";

import { declaredTool, toolArguments } from "../../../../../src/agent/tools/base/toolArguments.ts";

const schema = z.object({
  path: z.string(),
  edits: z.array(
    z.object({
      old_text: z.string(),
      new_text: z.string(),
      near_line: z.optional(z.int()),
      replace_all: z.optional(z.boolean()),
    }),
  ),
});

const { definition } = declaredTool({
  name: "edit_file",
  description: "Edits.",
  schema,
  isWrite: true,
  prepare: ({ path }) => ({ kind: "refused", text: path }),
});

function read(input: unknown): unknown {
  const result = toolArguments(definition, schema, input);
  return "args" in result ? result.args : result.problem;
}

const one = { path: "a", edits: [{ old_text: "x", new_text: "y" }] };

test.each([
  [{ path: "a", edits: [{ old_text: "x", new_text: "y" }] }],
  [{ file_path: "a", edits: [{ oldString: "x", newString: "y" }] }],
  [{ filePath: "a", edits: { old_string: "x", new_string: "y" } }],
  [{ path: "a", old_text: "x", new_text: "y" }],
  [{ path: "a", old_string: "x", new_string: "y", edits: null }],
])("%j is understood", (input) => {
  expect(read(input)).toEqual(one);
});

test("numbers and truth values as text are understood", () => {
  const edit = { old_text: "x", new_text: "y", near_line: "12", replace_all: "true" };
  expect(read({ path: "a", edits: [edit] })).toEqual({
    path: "a",
    edits: [{ old_text: "x", new_text: "y", near_line: 12, replace_all: true }],
  });
});

test("what is missing is named, with the schema", () => {
  expect(read({ path: "a", edits: [{ old_text: "x" }] })).toMatch(
    /^Not done, nothing was changed\. The argument "edits\.0\.new_text" is missing or wrong\. edit_file takes \{"path":/u,
  );
  expect(read("text")).toMatch(/^Not done, nothing was changed\. The arguments are wrong\./u);
});

test.each([
  [{ path: "a", content: "12345" }, 'The argument "content" is larger than 4 characters.'],
  [{ path: "a", content: "1", edits: [1, 2, 3] }, 'The argument "edits" is larger than 2 items.'],
])("what is too large is named with its limit", (input, words) => {
  const limited = z.object({
    path: z.string(),
    content: z.string().check(z.maxLength(4)),
    edits: z.optional(z.array(z.number()).check(z.maxLength(2))),
  });
  const tool = declaredTool({
    name: "write_file",
    description: "Writes.",
    schema: limited,
    isWrite: true,
    prepare: ({ path }) => ({ kind: "refused", text: path }),
  });
  expect(toolArguments(tool.definition, limited, input)).toEqual({
    problem: expect.stringContaining(words) as string,
  });
});
