import { describe, expect, test } from "vitest";

import { RunTrust, type RunTrustDeps } from "../../../../../src/agent/run/cards/runTrust.ts";
import type { PlannedAct } from "../../../../../src/agent/tools/base/agentTool.ts";
import type { SensitiveCheck } from "../../../../../src/agent/trust/sensitiveCall.ts";
import { Taint } from "../../../../../src/agent/trust/taint.ts";
import { scanOutbound } from "../../../../../src/dlp/scanOutbound.ts";

const call = { id: "1", name: "run_command", arguments: {} };
const rules = [
  { kind: "command", words: ["npm", "test"], extent: "exact", effect: "allow" },
  { kind: "command", words: ["git", "push"], extent: "beginning", effect: "deny" },
  { kind: "command", words: ["cat", "log"], extent: "exact", effect: "ask" },
  { kind: "tool", words: ["mcp_docs_find"], extent: "exact", effect: "allow" },
] as const;

const standing = () => ({ level: "edits", mode: "agent" }) as const;

function trustOf(changes: Partial<RunTrustDeps> = {}, taint = new Taint()): RunTrust {
  return new RunTrust({ standing, rules: () => rules, ...changes }, taint);
}

function command(text: string, act: PlannedAct["act"] = "commandOutside"): PlannedAct {
  return { act, paths: [], command: text, title: "Run a command in .", detail: text };
}

test("rules decide about commands: deny goes before ask, ask before allow", () => {
  const answers = [
    command("npm test"),
    command("npm test && git push"),
    command("npm test && make"),
    command("cat log", "read"),
    command("npm test; cat log"),
    command("npm test $(git push)"),
  ].map((planned) => trustOf().judge(planned, call).answer);
  expect(answers).toEqual(["run", "refused", "card", "card", "card", "card"]);
});

test("a kept approval does not count outside the workspace, what forbids or asks does", () => {
  const answers = [command("npm test"), command("git push"), command("cat log")].map(
    (planned) => trustOf().judge({ ...planned, isOutside: true }, call).answer,
  );
  expect(answers).toEqual(["card", "refused", "card"]);
});

test("a rule about a tool covers the tool of a server, never a command of that name", () => {
  const planned = { act: "mcpCall", paths: [], title: "Find", detail: "" } as const;
  const find = { ...call, name: "mcp_docs_find" };
  expect(trustOf().judge(planned, find).answer).toBe("run");
  expect(trustOf().judge(planned, { ...call, name: "mcp_docs_write" }).answer).toBe("card");
  expect(trustOf().judge(command("mcp_docs_find"), call).answer).toBe("card");
});

test("in a tainted run rules and earlier approvals count no more, until the person lets it go on", () => {
  const taint = new Taint();
  const trust = trustOf({}, taint);
  trust.approveForRun(command("make"));
  expect(trust.judge(command("make"), call).answer).toBe("run");
  taint.noteServerResult("mcp_docs_find");
  expect(trust.judge(command("npm test"), call)).toMatchObject({
    answer: "card",
    asked: { command: "npm test", taint: "toolServer" },
  });
  expect(trust.judge(command("make"), call).answer).toBe("card");
  expect(trust.judge(command("ls", "read"), call).answer).toBe("run");
  taint.goOnAsBefore();
  expect(trust.judge(command("make"), call).answer).toBe("run");
});

test("what was approved inside the sandbox is asked about again outside", () => {
  const trust = trustOf();
  trust.approveForRun(command("make", "command"));
  expect(trust.judge(command("make", "commandOutside"), call).answer).toBe("card");
});

describe("a command that the model asks for outside the sandbox", () => {
  const leaves = { ...command("npm test"), leavesSandbox: { reason: "network" } };
  const inSandbox = { standing: () => ({ level: "sandbox", mode: "agent" }) as const };
  const forOutside = { ...rules[0], reach: "outsideSandbox" } as const;

  test("is a card although a rule allows it in the sandbox, unless the rule was made for outside", () => {
    expect(trustOf(inSandbox).judge(command("npm test", "command"), call).answer).toBe("run");
    expect(trustOf(inSandbox).judge(leaves, call).answer).toBe("card");
    const trust = trustOf({ ...inSandbox, rules: () => [forOutside] });
    expect(trust.judge(leaves, call).answer).toBe("run");
    expect(trust.judge({ ...leaves, isOutside: true }, call).answer).toBe("card");
  });

  test("is refused by a denial and asked about by a question, wherever they were made", () => {
    const answers = ["git push", "cat log"].map(
      (text) => trustOf(inSandbox).judge({ ...leaves, command: text }, call).answer,
    );
    expect(answers).toEqual(["refused", "card"]);
  });

  test("is asked about again after the same text was approved at a level without a sandbox", () => {
    const trust = trustOf(inSandbox);
    trust.approveForRun(command("make"));
    const make = { ...leaves, command: "make" };
    expect(trust.judge(make, call).answer).toBe("card");
    trust.approveForRun(make);
    const other = { ...make, leavesSandbox: { reason: "other words" } };
    expect(trust.judge(other, call).answer).toBe("run");
  });
});

test("a command that names a file of secrets is a card in the sandbox too, unless it was allowed", () => {
  const inSandbox = { standing: () => ({ level: "sandbox", mode: "agent" }) as const };
  const trust = trustOf(inSandbox);
  const reading = { ...command("node a.js .env", "command"), isSecret: true } as const;
  expect(trust.judge(command("node a.js", "command"), call).answer).toBe("run");
  expect(trust.judge(reading, call).answer).toBe("card");
  trust.approveForRun(reading);
  expect(trust.judge(reading, call).answer).toBe("run");
  const allowed = { ...command("npm test", "command"), isSecret: true } as const;
  expect(trust.judge(allowed, call).answer).toBe("run");
});

test("a variable that is let in later is asked about again", () => {
  const trust = trustOf();
  trust.approveForRun({ ...command("make"), purpose: "see", detail: "make: see" });
  expect(trust.judge(command("make"), call).answer).toBe("run");
  const more = { ...command("make"), variables: ["MY_TOKEN"] };
  expect(trust.judge(more, call).answer).toBe("card");
});

test("what was approved for the run covers the same arguments of a tool, never others", () => {
  const trust = trustOf();
  const planned = { act: "mcpCall", paths: [], title: "Call find of docs" } as const;
  trust.approveForRun({ ...planned, detail: '{"query":"a"}' });
  const find = { ...call, name: "mcp_other_find" };
  const answers = ['{"query":"a"}', '{"query":"b"}'].map(
    (detail) => trust.judge({ ...planned, detail }, find).answer,
  );
  expect(answers).toEqual(["run", "card"]);
});

test("a file with unsaved changes of the person is asked about in the level Ask, and refused elsewhere", () => {
  const planned = {
    act: "edit",
    paths: ["a.ts"],
    saves: ["a.ts"],
    title: "Edit a.ts",
    detail: "",
  } as const;
  const answers = (["ask", "edits", "sandbox"] as const).map(
    (level) => trustOf({ standing: () => ({ level, mode: "agent" }) }).judge(planned, call).answer,
  );
  expect(answers).toEqual(["card", "refused", "refused"]);
});

test("a command with private values is a card with kinds and counts, also a plain or an allowed one", () => {
  const sensitive: SensitiveCheck = { mode: () => "warn", scan: scanOutbound };
  const planned = command("grep 111.444.777-35 a.txt", "read");
  expect(trustOf({ sensitive }).judge(planned, call)).toMatchObject({
    answer: "card",
    asked: { findings: [{ kind: "cpf", count: 1 }] },
  });
  const blocking: SensitiveCheck = { ...sensitive, mode: () => "block" };
  expect(trustOf({ sensitive: blocking }).judge(planned, call)).toEqual({
    answer: "refused",
    text: expect.stringContaining("1 × CPF") as string,
  });
  const write = { ...planned, act: "edit" } as const;
  const { command: _, ...edit } = write;
  expect(trustOf({ sensitive: blocking }).judge(edit, call).answer).toBe("run");
});

test("the mode is read at each call", () => {
  let mode: "agent" | "plan" = "agent";
  const trust = trustOf({ standing: () => ({ level: "edits", mode }) });
  expect(trust.judge(command("npm test"), call).answer).toBe("run");
  mode = "plan";
  expect(trust.judge(command("npm test"), call).answer).toBe("refused");
  expect(trust.judge(command("ls", "read"), call).answer).toBe("run");
});

const edit = (path: string, act: "edit" | "runnable" | "delete" = "edit") =>
  ({ act, paths: [path], title: `Edit ${path}`, detail: path }) as const;

test("after one edit was approved for the run no edit is asked about, other changes are, and in a tainted run all are", () => {
  const taint = new Taint();
  const trust = trustOf({ standing: () => ({ level: "ask", mode: "agent" }) }, taint);
  expect(trust.judge(edit("a.ts"), call).answer).toBe("card");
  trust.approveForRun(edit("a.ts"));
  const answers = [edit("b.ts"), edit("package.json", "runnable"), edit("c.ts", "delete")].map(
    (planned) => trust.judge(planned, call).answer,
  );
  expect(answers).toEqual(["run", "card", "card"]);
  expect(trust.judge({ ...edit("d.ts"), saves: ["d.ts"] }, call).answer).toBe("card");
  taint.noteServerResult("mcp_docs_find");
  expect(trust.judge(edit("b.ts"), call).answer).toBe("card");
});

function check(mode: "mask" | "off" | "block"): Partial<RunTrustDeps> {
  return { sensitive: { mode: () => mode, scan: scanOutbound } };
}

describe("a command with values in place of placeholders", () => {
  const restored = { ...call, restored: ["secret", "secret"] as const };
  const echo = command("echo x9K2m4Pq7Lw3Zt8Rv5 | docker login", "read");

  test("is a card that names them, although the scan does not know the value and the command only reads", () => {
    for (const mode of ["mask", "off"] as const) {
      const trust = trustOf(check(mode));
      trust.approveForRun(echo);
      expect(trust.judge(echo, restored)).toMatchObject({
        answer: "card",
        asked: { findings: [{ kind: "secret", count: 2 }] },
      });
      expect(trust.judge(echo, call).answer).toBe("run");
    }
  });

  test("is refused where private values must not leave", () => {
    expect(trustOf(check("block")).judge(echo, restored).answer).toBe("refused");
  });

  test("is no reason to ask about an edit of a file", () => {
    expect(trustOf(check("mask")).judge(edit("a.ts"), restored).answer).toBe("run");
  });
});
