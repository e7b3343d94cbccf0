import { expect, test, vi } from "vitest";

import { AgentAccess, type AgentAccessDeps } from "../../../../src/extension/agent/agentAccess.ts";
import type { AgentRuns, RunTerms } from "../../../../src/extension/agent/runs/agentRuns.ts";
import { noRun } from "../../../../src/extension/agent/runs/runView.ts";
import { setMachineRules } from "../../../../src/extension/editor/ownSettings.ts";
import { systemClock } from "../../../../src/shared/base/clock.ts";

vi.mock("vscode", () => ({
  workspace: {
    isTrusted: true,
    workspaceFolders: [{}],
    onDidGrantWorkspaceTrust: () => nobody,
    onDidChangeWorkspaceFolders: () => nobody,
    getConfiguration: () => ({ inspect: () => undefined }),
  },
}));

const nobody = { dispose: (): void => undefined };
const silent = (): typeof nobody => nobody;

const noProgram = { why: "noProgram", detail: "bwrap (bubblewrap)" } as const;

/** The agent of a window with a machine that has a sandbox or not; `records` are kept of other workspaces. */
class Window {
  readonly access: AgentAccess;
  readonly forgotten: string[] = [];
  readonly terms: RunTerms[] = [];
  loads = 0;
  probes = 0;
  #hasSandbox = false;

  constructor(canSandbox: boolean, choices: object = {}, records: readonly string[] = []) {
    const runs: Partial<AgentRuns> = {
      onDidChange: silent,
      onDidPrint: silent,
      isElsewhere: false,
      view: () => noRun,
      probe: () => {
        this.probes += 1;
        this.#hasSandbox = canSandbox;
        return Promise.resolve();
      },
      forget: (id) => {
        this.forgotten.push(id);
        return Promise.resolve();
      },
      begin: (terms) => {
        this.terms.push(terms);
        return Promise.resolve(undefined);
      },
    };
    Object.defineProperty(runs, "hasSandbox", { get: () => this.#hasSandbox });
    Object.defineProperty(runs, "noSandbox", {
      get: () => (this.probes > 0 && !canSandbox ? noProgram : undefined),
    });
    const deps: Partial<AgentAccessDeps> = {
      clock: systemClock,
      load: () => {
        this.loads += 1;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that these tests call
        return Promise.resolve(runs as AgentRuns);
      },
      memory: { get: () => choices, set: () => undefined },
      hasRecord: (id) => Promise.resolve(records.includes(id)),
      policy: { read: () => Promise.resolve({}), onDidConnect: silent },
      models: { selected: "m", takesTools: () => true, onDidChangeSelection: silent },
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    this.access = new AgentAccess(deps as AgentAccessDeps);
  }

  get levels(): readonly string[] {
    return this.access.state("c").levels;
  }

  /** The level of the run that a message begins. */
  async send(): Promise<string | undefined> {
    const answer = this.access.answering("c", async function* () {});
    const signal = new AbortController().signal;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runs of these tests read no more
    const options = { signal } as Parameters<typeof answer>[1];
    await answer({ model: "m", messages: [] }, options)[Symbol.asyncIterator]().next();
    return this.terms.at(-1)?.standing().level;
  }
}

test("the level Sandbox is offered once the mode Agent was chosen, where a sandbox is proved", async () => {
  const window = new Window(true);
  expect([window.levels, window.loads]).toEqual([["ask", "edits"], 0]);
  window.access.setMode("c", "plan");
  expect(window.loads).toBe(0);
  const changed = new Promise((resolve) => {
    window.access.onDidChange((id) => id === undefined && resolve(undefined));
  });
  window.access.setMode("c", "agent");
  await changed;
  expect(window.levels).toEqual(["ask", "edits", "sandbox"]);
});

test("why there is no sandbox is told once it is known", async () => {
  const window = new Window(false);
  expect(window.access.state("c").noSandbox).toBeUndefined();
  const changed = new Promise((resolve) => {
    window.access.onDidChange((id) => id === undefined && resolve(undefined));
  });
  window.access.setMode("c", "agent");
  await changed;
  expect(window.access.state("c")).toMatchObject({ noSandbox: noProgram });
});

test.each([
  [true, "sandbox", 1],
  [false, "ask", 1],
] as const)(
  "after a reload, a run in the level Sandbox probes first; proved: %j, so its level is %s",
  async (canSandbox, level, probes) => {
    const window = new Window(canSandbox, { c: { mode: "agent", level: "sandbox" } });
    expect(window.access.state("c").level).toBe("ask");
    expect(await window.send()).toBe(level);
    expect(window.probes).toBe(probes);
  },
);

test("a run in another level probes nothing", async () => {
  const window = new Window(true, { c: { mode: "agent", level: "edits" } });
  expect(await window.send()).toBe("edits");
  expect(window.probes).toBe(0);
});

test("what the person allows beyond the cap counts for the next run alone", async () => {
  const window = new Window(false, { c: { mode: "agent" } });
  window.access.allowMore("c", true);
  await window.send();
  await window.send();
  window.access.allowMore("c", true);
  window.access.allowMore("c", false);
  await window.send();
  expect(window.terms.map(({ cap }) => cap)).toEqual(
    [true, false, false].map((isRaised) => ({ step: 2, most: undefined, isRaised })),
  );
});

test("a cap and a level of the organisation bound what the person raises and chooses", async () => {
  const settings = { "aiHub.agent.maxCost": 0.5, "aiHub.agent.level": "ask" };
  setMachineRules({ state: "holds", path: "/p", policy: { version: 1, settings } });
  const window = new Window(true, { c: { mode: "agent", level: "edits" } });
  window.access.allowMore("c", true);
  expect(await window.send()).toBe("ask");
  expect(window.terms[0]?.cap).toEqual({ step: 0.5, most: 0.5, isRaised: true });
  expect(window.access.capTerms).toMatchObject({ step: 0.5, most: 0.5 });
  expect(window.access.state("c")).toMatchObject({ levels: ["ask"], isLevelLocked: true });
  setMachineRules({ state: "absent" });
});

test("deleting a conversation forgets its run also where another workspace had it, and loads nothing for a plain one", async () => {
  const window = new Window(false, { here: { mode: "agent" } }, ["elsewhere"]);
  await window.access.forget("plain");
  expect(window.loads).toBe(0);
  await window.access.forget("here");
  await window.access.forget("elsewhere");
  expect(window.forgotten).toEqual(["here", "elsewhere"]);
});

test("a new conversation begins in the mode that was chosen last; one that has a choice keeps it", () => {
  const { access } = new Window(false);
  access.setMode("old", "ask");
  access.setMode("c", "agent");
  access.choices.begin("new");
  access.choices.begin("old");
  expect(["new", "old", "foreign"].map((id) => access.state(id).mode)).toEqual([
    "agent",
    "ask",
    "ask",
  ]);
});
