import { expect, test } from "vitest";

import type { AskedAct } from "../../../../src/agent/run/cards/agentEvents.ts";
import { TerminalApprover } from "../../../../src/agentCli/run/terminal.ts";

const parts = ["a.ts", "b.ts", "c.ts"].map((path) => ({
  paths: [path],
  title: `Edit ${path}`,
  detail: `+${path}`,
}));
const shared: AskedAct = {
  act: "edit",
  paths: ["a.ts", "b.ts", "c.ts"],
  title: "Edit 3 files",
  detail: "+a.ts\n+b.ts\n+c.ts",
  parts,
};
const { signal } = new AbortController();

/** A terminal at which a person types these lines. */
function terminal(...lines: readonly string[]) {
  const left = [...lines];
  const questions: string[] = [];
  const approver = new TerminalApprover((question) => {
    questions.push(question);
    return Promise.resolve(left.shift() ?? "");
  });
  return { approver, questions };
}

test("edits of a shared card are decided one by one if the person says so", async () => {
  const { approver, questions } = terminal("o", "y", "", "Yes");
  expect(await approver.ask(shared, signal)).toEqual(["approved", "rejected", "approved"]);
  expect(questions.map((question) => question.split("\n").at(-1))).toEqual([
    "Do it? [y/N, or e: yes, and all edits of this run, or o: one by one]",
    "1 of 3: do it? [y/N]",
    "2 of 3: do it? [y/N]",
    "3 of 3: do it? [y/N]",
  ]);
  expect(questions[2]).toBe("\nEdit b.ts\n+b.ts\n2 of 3: do it? [y/N]");
});

test("a shared card can be decided as a whole", async () => {
  expect(await terminal("y").approver.ask(shared, signal)).toBe("approved");
  expect(await terminal("").approver.ask(shared, signal)).toBe("rejected");
});

test("a command can be approved for the run as the same text, unless the run is tainted", async () => {
  const command = {
    act: "commandOutside",
    paths: [],
    title: "Run a command",
    detail: "make",
    command: "make",
  } as const;
  const { approver, questions } = terminal("r", "r");
  expect(await approver.ask(command, signal)).toBe("approvedForRun");
  expect(questions[0]).toContain("[y/N, or r: yes, and the same text for this run]");
  expect(await approver.ask({ ...command, taint: "toolServer" }, signal)).toBe("rejected");
});

test("an answer that was not offered is no approval", async () => {
  const { parts: _, ...single } = shared;
  const { approver, questions } = terminal("o", "b");
  expect(await approver.ask(single, signal)).toBe("rejected");
  expect(await approver.ask(single, signal)).toBe("rejected");
  expect(questions[0]?.endsWith("Do it? [y/N, or e: yes, and all edits of this run]")).toBe(true);
});

test("the question says what a card of the editor warns of, and names a link with its target", async () => {
  const { parts: _, ...edit } = shared;
  const questions: string[] = [];
  for (const asked of [
    {
      ...edit,
      act: "outside",
      links: [{ named: "notes.md", target: "/home/ana/.env" }],
      isSecret: true,
      isOutside: true,
      notUndoable: true,
    },
    { ...edit, act: "outside", paths: [".env"], isSecret: true },
    { ...edit, act: "commandOutside", paths: [], command: "make", notUndoable: true },
  ] as const) {
    const person = terminal("n");
    await person.approver.ask(asked, signal);
    questions.push(...person.questions);
  }
  expect(questions.map((text) => text.split("\n").filter((line) => line.startsWith("! ")))).toEqual(
    [
      [
        "! A file like this usually holds secrets.",
        "! This is outside the workspace.",
        "! notes.md is a link to /home/ana/.env.",
        "! These changes cannot be undone here.",
      ],
      ["! A file like this usually holds secrets."],
      [],
    ],
  );
});

test("a tainted run can go on as before", async () => {
  const tainted: AskedAct = { ...shared, taint: "toolServer" };
  const { approver, questions } = terminal("b");
  expect(await approver.ask(tainted, signal)).toBe("approvedAsBefore");
  expect(questions[0]).toContain("[y/N, or b: yes, and go on as before, or o: one by one]");
});

test("a second act waits until every part of the first one is decided", async () => {
  const { approver, questions } = terminal("o", "y", "y", "y", "y");
  const { parts: _, ...single } = shared;
  const [first, second] = await Promise.all([
    approver.ask(shared, signal),
    approver.ask({ ...single, title: "Another" }, signal),
  ]);
  expect([first, second]).toEqual([["approved", "approved", "approved"], "approved"]);
  expect(questions.at(-1)).toContain("Another");
});

test("the question about a command outside the sandbox says what that means", async () => {
  const { approver, questions } = terminal("y");
  await approver.ask(
    {
      act: "commandOutside",
      paths: [],
      title: "Run a command",
      detail: "npm install",
      command: "npm install",
      leavesSandbox: { reason: "network" },
    },
    signal,
  );
  expect(questions[0]).toContain(
    "! It runs outside the sandbox, with network and with all that you can change on this machine.",
  );
});
