import { expect, test } from "vitest";

import { toolNames } from "../../../../src/agent/mcpClient/toolNames.ts";

const valid = /^[\w-]{1,64}$/u;

test("a name has server and tool", () => {
  expect(toolNames([{ server: "git", tool: "log" }], new Set())).toEqual(["mcp_git_log"]);
});

test("no server takes another's name or ours", () => {
  const owners = [
    { server: "a", tool: "b_c" },
    { server: "a_b", tool: "c" },
    { server: "a", tool: "b.c" },
    { server: "a", tool: "b c" },
    { server: "A", tool: "b_c" },
  ];
  const names = toolNames(owners, new Set(["mcp_a_b_c", "read_file"]));
  expect(new Set(names).size).toBe(owners.length);
  expect(names).not.toContain("mcp_a_b_c");
  expect(names.every((name) => valid.test(name))).toBe(true);
});

test("a server that comes first cannot take the name of one whose name needs no change", () => {
  const [hostile, own] = toolNames(
    [
      { server: "a_b", tool: "c" },
      { server: "a", tool: "b_c" },
    ],
    new Set(),
  );
  expect(own).toBe("mcp_a_b_c");
  expect(hostile).toMatch(/^mcp_a_b_c_\w{7}$/u);
});

test("long names are cut and stay apart", () => {
  const long = "x".repeat(120);
  const owners = [`${long}1`, `${long}2`].map((tool) => ({ server: "server-".repeat(5), tool }));
  const names = toolNames(owners, new Set());
  expect(names.map((name) => name.length)).toEqual([64, 64]);
  expect(new Set(names).size).toBe(2);
});
