import { expect, test } from "vitest";

import { runCard } from "../../../../../src/extension/agent/runs/runCard.ts";

const head = { id: "1", armedAt: 0, expiresAt: 1 };
const command = {
  act: "commandOutside",
  paths: [],
  title: "Run",
  detail: "",
  command: "make",
} as const;

test("a card warns that its change cannot be undone exactly where it cannot", () => {
  const warnings = (more: object) => runCard(head, "call", { ...command, ...more }).warnings;
  expect(warnings({ isSandboxed: false })).toEqual([]);
  expect(warnings({ isSandboxed: true, notUndoable: true })).toEqual(["notUndoable"]);
  const edit = {
    act: "edit",
    paths: ["a"],
    title: "Edit a",
    detail: "",
    notUndoable: true,
  } as const;
  expect(runCard(head, "call", edit).warnings).toEqual(["notUndoable"]);
});

test("a card names the secret variables that the command gets", () => {
  const variables = ["NPM_TOKEN"];
  expect(runCard(head, "call", { ...command, variables })).toMatchObject({ variables });
  expect(runCard(head, "call", command)).not.toHaveProperty("variables");
});

test("a card says that a command leaves the sandbox, with the model's reason apart", () => {
  const leavesSandbox = { reason: "It needs the network." };
  expect(runCard(head, "call", { ...command, isSandboxed: false, leavesSandbox })).toMatchObject({
    kind: "command",
    isSandboxed: false,
    outsideReason: "It needs the network.",
    warnings: ["leavesSandbox"],
  });
  expect(runCard(head, "call", command)).not.toHaveProperty("outsideReason");
});

test("a card names a link with its target, once for several links to the same file", () => {
  const links = ["a.md", "b.md"].map((named) => ({ named, target: "docs/c.md" }));
  const edit = { act: "edit", paths: ["docs/c.md", "d.md"], title: "Edit", detail: "" } as const;
  expect(runCard(head, "call", { ...edit, links })).toMatchObject({
    paths: ["a.md, b.md → docs/c.md", "d.md"],
    warnings: ["followsLink"],
  });
});

test("a card warns of invisible characters in the lines of a large change that it does not show", () => {
  const hidden = "\u{202E}";
  expect(editWarnings("one", `one${hidden}`)).toEqual(["invisibleCharacters"]);
  expect(editWarnings(hidden, `${hidden}one`)).toEqual([]);
});

/** Of a change whose difference is not shown to its end. */
function editWarnings(before: string, after: string): readonly string[] {
  return runCard(head, "call", {
    act: "edit",
    paths: ["a"],
    title: "Edit a",
    detail: "+one\n… 900 more lines",
    files: [{ path: "/a", before, after }],
  }).warnings;
}
