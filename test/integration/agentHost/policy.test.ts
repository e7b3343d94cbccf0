import { join } from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { AgentAccess, type AgentAccessDeps } from "../../../src/extension/agent/agentAccess.ts";
import type { AgentRuns, RunTerms } from "../../../src/extension/agent/runs/agentRuns.ts";
import { noRun } from "../../../src/extension/agent/runs/runView.ts";
import { HubConnection } from "../../../src/extension/connection/hubConnection.ts";
import { setMachineRules } from "../../../src/extension/editor/ownSettings.ts";
import { TokenStore } from "../../../src/hub/tokens/tokenStore.ts";
import { Emitter } from "../../../src/shared/base/emitter.ts";
import { timeLimits } from "../../../src/shared/base/timeLimits.ts";
import { type ProfileAgent, openProfileAgent } from "../../../src/shared/hubApi/agentPolicy.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { HubLab, type HubProcess } from "../hubServer/hubProcess.ts";

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
const policyAgeMs = 5 * 60_000;

const lab = new HubLab();
let hub: HubProcess;

/** What the hub's administration answers. */
const administer = async (path: string, method = "GET", body?: object): Promise<unknown> => {
  const response = await fetch(`${hub.url}/hub/admin/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${hub.adminToken ?? ""}`,
      "content-type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([200, 201], await response.clone().text()).toContain(response.status);
  return await response.json();
};

async function allow(change: Partial<ProfileAgent>): Promise<void> {
  const agent = { ...openProfileAgent, ...change };
  await administer("profiles/profile_lab", "PATCH", { agent });
}

/** A token of a profile that limits nothing. */
async function freeToken(): Promise<string> {
  const named = { name: "free", profile_id: "profile_default" };
  // Sound: the administration API answers a new token with its secret.
  return ((await administer("tokens", "POST", named)) as { token: string }).token;
}

/** A window whose agent is in the mode Agent, at the level Edits freely, on a machine with a sandbox. */
class Window {
  readonly clock = new FakeClock();
  readonly terms: RunTerms[] = [];
  baseUrl = hub.url;
  policies = 0;
  readonly #secrets = new Map<string, string>();
  readonly #didStore = new Emitter<{ readonly key: string }>();
  readonly #didSet = new Emitter<undefined>();
  readonly tokens = new TokenStore(
    {
      get: (key) => Promise.resolve(this.#secrets.get(key)),
      store: (key, value) => {
        this.#secrets.set(key, value);
        this.#didStore.fire({ key });
        return Promise.resolve();
      },
      delete: () => Promise.resolve(),
      onDidChange: this.#didStore.event,
    },
    this.clock,
  );
  readonly connection = new HubConnection({
    loadPart: (load) => load(),
    tokens: this.tokens,
    localHub: undefined,
    settings: {
      baseUrl: () => this.baseUrl,
      chatFormat: () => "openai",
      patience: () => timeLimits.answer,
      onDidChange: (_, listener) => this.#didSet.event(listener),
    },
    wantsLocalHub: () => false,
    isBrowserEditor: false,
    fetch: (input, init) => {
      this.policies += new Request(input).url.endsWith("/hub/v1/policy") ? 1 : 0;
      return fetch(input, init);
    },
    clock: this.clock,
    userAgent: "test",
  });
  readonly access: AgentAccess;

  constructor() {
    const runs: Partial<AgentRuns> = {
      onDidChange: silent,
      onDidPrint: silent,
      isElsewhere: false,
      hasSandbox: true,
      view: () => noRun,
      probe: () => Promise.resolve(),
      dispose: () => undefined,
      begin: (terms) => {
        this.terms.push(terms);
        return Promise.resolve(undefined);
      },
    };
    const deps: Partial<AgentAccessDeps> = {
      clock: this.clock,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that these tests call
      load: () => Promise.resolve(runs as AgentRuns),
      memory: { get: () => ({ c: { mode: "agent", level: "edits" } }), set: () => undefined },
      policy: {
        read: (signal) => this.connection.agentPolicy({ signal }),
        onDidConnect: this.connection.onDidChange,
      },
      models: { selected: "m", takesTools: () => true, onDidChangeSelection: silent },
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    this.access = new AgentAccess(deps as AgentAccessDeps);
  }

  get shown() {
    const { mode, level, levels, unavailable, hasNoCommands } = this.access.state("c");
    return { mode, level, levels, unavailable, hasNoCommands };
  }

  /** Resolves when the page is shown this. */
  async shows(wanted: Partial<Window["shown"]>): Promise<void> {
    await expect.poll(() => this.shown).toMatchObject(wanted);
  }

  connect(baseUrl: string): void {
    this.baseUrl = baseUrl;
    this.#didSet.fire(undefined);
  }

  /** Sends a message; whether a run began, or a plain answer. */
  async send(): Promise<"run" | "plain"> {
    const before = this.terms.length;
    const answer = this.access.answering("c", async function* () {});
    const { signal } = new AbortController();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the runs of these tests read no more
    const options = { signal } as Parameters<typeof answer>[1];
    await answer({ model: "m", messages: [] }, options)[Symbol.asyncIterator]().next();
    return this.terms.length > before ? "run" : "plain";
  }

  dispose(): void {
    this.access.dispose();
    this.connection.dispose();
    this.tokens.dispose();
  }
}

const open: Window["shown"] = {
  mode: "agent",
  level: "edits",
  levels: ["ask", "edits"],
  unavailable: undefined,
  hasNoCommands: undefined,
};
const denied = { mode: "ask", unavailable: "policy" } as const;

let window: Window;

beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", join(lab.home, "policy")]);
}, 60_000);
afterAll(() => lab.dispose());
beforeEach(async () => {
  await allow({});
  window = new Window();
  await window.tokens.set(new URL(hub.url).origin, hub.token ?? "");
});
afterEach(() => window.dispose());

test("the highest level of the organisation is all that is offered, and the level that holds", async () => {
  await allow({ max_level: "ask" });
  expect(window.shown).toEqual(open);
  await window.connection.start();
  await window.shows({ mode: "agent", level: "ask", levels: ["ask"] });
  expect(await window.send()).toBe("run");
  expect(window.terms[0]?.standing()).toEqual({ level: "ask", mode: "agent" });
  expect(window.policies).toBe(1);
});

test("a level that the machine's rules set is the most that the mode menu offers and gives", async () => {
  const settings = { "aiHub.agent.level": "ask" };
  setMachineRules({ state: "holds", path: "/policy.json", policy: { version: 1, settings } });
  try {
    await window.connection.start();
    await window.shows({ level: "ask", levels: ["ask"] });
    expect(await window.send()).toBe("run");
    expect(window.terms[0]?.standing()).toEqual({ level: "ask", mode: "agent" });
  } finally {
    setMachineRules({ state: "absent" });
  }
});

test("that the organisation allows no commands is shown before a message, and holds for the run", async () => {
  await allow({ allow_commands: false });
  await window.connection.start();
  await window.shows({ hasNoCommands: true, mode: "agent" });
  expect(await window.send()).toBe("run");
  expect(window.terms[0]?.allowsCommands).toBe(false);
});

test("the checks of the organisation hold for the run", async () => {
  await allow({ checks: [{ command: "npm test", files: ["src/**"] }] });
  await window.connection.start();
  expect(await window.send()).toBe("run");
  const check = { command: "npm test", files: ["src/**"], owner: "organisation" };
  expect(window.terms[0]?.checks).toEqual([check]);
});

test("whose profile may not use the agent sees it before a message, and gets a plain answer", async () => {
  await allow({ is_allowed: false });
  await window.connection.start();
  await window.shows(denied);
  expect(await window.send()).toBe("plain");
});

test("a change of the policy is seen when a run begins, and its end with the next message", async () => {
  await window.connection.start();
  await expect.poll(() => window.policies).toBe(1);
  await allow({ is_allowed: false });
  window.clock.advance(policyAgeMs);
  expect(window.shown).toEqual(open);
  await expect(window.send()).rejects.toMatchObject({ kind: "policy_other" });
  expect(window.shown).toMatchObject(denied);
  await allow({ max_level: "edits" });
  window.clock.advance(policyAgeMs);
  expect(await window.send()).toBe("plain");
  await window.shows(open);
  expect(await window.send()).toBe("run");
  expect(window.policies).toBe(3);
});

test("another token has its own policy; without a hub, nothing of the last one holds", async () => {
  await allow({ is_allowed: false });
  await window.connection.start();
  await window.shows(denied);
  await window.tokens.set(new URL(hub.url).origin, await freeToken());
  await window.shows(open);
  await window.tokens.set(new URL(hub.url).origin, hub.token ?? "");
  await window.shows(denied);
  // Nothing listens there.
  window.connect("http://127.0.0.1:9");
  await window.shows(open);
  await window.tokens.set("http://127.0.0.1:9", hub.token ?? "");
  await window.shows(open);
});
