import { expect, test } from "vitest";

import type {
  ToolCallPart,
  ToolCallState,
} from "../../../../src/shared/conversation/conversation.ts";
import { callGroups } from "../../../../src/webview/agent/state/callGroups.ts";
import { proposedEdit } from "../../../../src/webview/agent/state/proposedEdit.ts";

const part = (name: string, state: ToolCallState = "done"): ToolCallPart => ({
  kind: "toolCall",
  callId: name,
  step: 1,
  name,
  arguments: "{}",
  state,
});

test("neighbouring calls that only look are one group; everything else stands alone, in order", () => {
  const calls = [
    part("read_file"),
    part("search_text"),
    part("edit_file"),
    part("read_file"),
    part("read_file", "waiting"),
    part("list_files"),
    part("mcp_shop_order"),
  ];
  expect(callGroups(calls).map((group) => group.map(({ name }) => name))).toEqual([
    ["read_file", "search_text"],
    ["edit_file"],
    ["read_file", "read_file", "list_files"],
    ["mcp_shop_order"],
  ]);
  expect(callGroups(calls).flat()).toEqual(calls);
});

function edit(name: string, args: unknown): readonly (readonly string[])[] {
  const { paths, rows } = proposedEdit(name, JSON.stringify(args));
  return [paths, rows.map(({ kind, text }) => `${kind}:${text}`)];
}

test("the paths and lines of an edit are read from whatever the model wrote", () => {
  expect(edit("edit_file", { file_path: "a.ts", old_text: "x", new_text: "y" })).toEqual([
    ["a.ts"],
    ["removed:x", "added:y"],
  ]);
  expect(edit("write_file", { path: "b.ts", content: "1\n2\n" })).toEqual([
    ["b.ts"],
    ["added:1", "added:2"],
  ]);
  expect(edit("apply_patch", { patch: "*** Add File: c.ts\n+1\n*** Delete File: d.ts" })).toEqual([
    ["c.ts", "d.ts"],
    ["mark:*** Add File: c.ts", "added:1", "mark:*** Delete File: d.ts"],
  ]);
  expect(proposedEdit("edit_file", "no JSON")).toEqual({ paths: [], rows: [] });
  expect(edit("edit_file", { edits: [null, "x", { old_text: {} }] })).toEqual([[], []]);
});
