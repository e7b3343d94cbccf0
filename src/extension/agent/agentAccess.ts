import * as vscode from "vscode";

import type { CapTerms } from "../../agent/run/runCap.ts";
import { type AgentLevel, agentLevels } from "../../agent/trust/levels.ts";
import { allowedLevel, withinPolicy } from "../../agent/trust/policyLimits.ts";
import type { StreamAnswer } from "../../chat/toolEvents.ts";
import { HubError } from "../../hub/errors/hubError.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";
import type { AgentState, ChatMode, CommandOutput } from "../../shared/calls/agentCalls.ts";
import type { AgentPolicy } from "../../shared/hubApi/agentPolicy.ts";
import { withinMachine } from "../../shared/hubApi/machinePolicy.ts";
import { isLocked, rulesInForce } from "../editor/ownSettings.ts";
import { settings } from "../editor/settings.ts";
import { AgentChoices, type AgentMemory } from "./agentChoices.ts";
import { KnownPolicy, type KnownPolicyDeps } from "./knownPolicy.ts";
import type { AgentRuns, AgentRunsDeps, LoadAgent } from "./runs/agentRuns.ts";
import type { RunFiles } from "./runs/runFiles.ts";
import { noRun } from "./runs/runView.ts";

export interface AgentAccessDeps extends AgentRunsDeps {
  readonly load: LoadAgent;
  readonly memory: AgentMemory;
  readonly hasRecord: (conversationId: string) => Promise<boolean>;
  readonly mcp: AgentRunsDeps["mcp"] & {
    manage(): Promise<void>;
    close(): Promise<void>;
  };
  readonly policy: KnownPolicyDeps;
  readonly models: {
    readonly selected: string | undefined;
    takesTools(model: string): boolean;
    readonly onDidChangeSelection: (listener: () => void) => Disposable;
  };
}

/** The agent's access for the rest of the extension. Loads the code for runs with the first run. */
export class AgentAccess implements Disposable {
  readonly choices: AgentChoices;
  readonly #deps: AgentAccessDeps;
  readonly #policy: KnownPolicy;
  readonly #disposables = new DisposableStore();
  readonly #didChange = this.#disposables.add(new Emitter<string | undefined>());
  readonly #didPrint = this.#disposables.add(new Emitter<CommandOutput>());
  readonly #raised = new Set<string>();
  readonly #pages = new Map<object, string>();
  #loading: Promise<AgentRuns> | undefined;
  #runs: AgentRuns | undefined;

  readonly onDidChange = this.#didChange.event;
  readonly onDidPrint = this.#didPrint.event;

  constructor(deps: AgentAccessDeps) {
    this.#deps = deps;
    this.choices = this.#disposables.add(new AgentChoices(deps.memory));
    this.#policy = this.#disposables.add(new KnownPolicy(deps.policy));
    const changed = (id?: string): void => this.#didChange.fire(id);
    for (const listening of [
      this.choices.onDidChange(changed),
      this.#policy.onDidChange(() => changed()),
      deps.models.onDidChangeSelection(() => changed()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => changed()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => changed()),
    ]) {
      this.#disposables.add(listening);
    }
  }

  async files(conversationId: string): Promise<RunFiles | undefined> {
    return await (await this.#load()).files(conversationId);
  }

  async forget(conversationId: string): Promise<void> {
    // A conversation whose run belongs to another workspace has no choice here, but has a record.
    if (
      this.choices.of(conversationId).mode !== undefined ||
      (await this.#deps.hasRecord(conversationId))
    ) {
      await (await this.#load()).forget(conversationId);
    }
  }

  async manageMcp(): Promise<void> {
    await this.#deps.mcp.manage();
  }

  async manageRules(): Promise<void> {
    await (await this.#load()).manageRules();
  }

  /** Stops the MCP servers; resolves when interrupted runs and their commands have ended. */
  async close(): Promise<void> {
    await Promise.all([this.#deps.mcp.close(), this.#runs?.ended()]);
  }

  get runs(): AgentRuns | undefined {
    return this.#runs;
  }

  state(conversationId: string): AgentState {
    const { selected } = this.#deps.models;
    const unavailable = this.#unavailable(selected);
    // If the hub forbids the level, the machine need not be probed.
    const isAllowed = allowedLevel("sandbox", this.#limits) === "sandbox";
    const noSandbox = isAllowed ? this.#runs?.noSandbox : undefined;
    return {
      conversationId,
      mode: this.#modeOf(conversationId, selected),
      ...(unavailable && { unavailable }),
      level: this.#levelOf(conversationId),
      levels: agentLevels.filter((level) => this.#heldLevel(level) === level),
      ...(isLocked("agent.level") && { isLevelLocked: true }),
      ...(noSandbox && { noSandbox }),
      ...(this.#policy.current.allow_commands === false && { hasNoCommands: true }),
      ...(this.#runs?.view(conversationId) ?? noRun),
    };
  }

  /** Call it while a page shows the conversation, until disposed. */
  watched(conversationId: string): Disposable {
    const page = {};
    this.#pages.set(page, conversationId);
    return { dispose: () => void this.#pages.delete(page) };
  }

  setMode(conversationId: string, mode: ChatMode): void {
    this.choices.set(conversationId, { mode });
    if (mode === "agent") {
      void this.#probe().catch(() => undefined);
    }
  }

  /** Allows the conversation's next run as much as one cap more; `false` withdraws that. */
  allowMore(conversationId: string, isAllowed: boolean): void {
    if (isAllowed) {
      this.#raised.add(conversationId);
    } else {
      this.#raised.delete(conversationId);
    }
  }

  get capTerms(): CapTerms & { readonly maxSteps: number } {
    return { ...capWithin(this.#limits), maxSteps: settings.agentMaxSteps() };
  }

  leaveRun(conversationId: string, answerId: string): void {
    this.#runs?.leave(conversationId);
    this.choices.set(conversationId, { left: answerId });
  }

  isWaiting(conversationId: string): boolean {
    return this.#runs?.view(conversationId).run?.state === "waiting";
  }

  /** In the mode Ask answers with `plain`, else with a run. */
  answering(conversationId: string, plain: StreamAnswer): StreamAnswer {
    return (request, options) => {
      if (this.#isDenied) {
        // No run will read the policy; refresh it for the next message.
        this.#policy.look();
      }
      return this.#modeOf(conversationId, request.model) === "ask"
        ? plain(request, options)
        : this.#run(conversationId, plain, request, options);
    };
  }

  async *#run(
    conversationId: string,
    plain: StreamAnswer,
    ...[request, options]: Parameters<StreamAnswer>
  ): ReturnType<StreamAnswer> {
    const isRaised = this.#raised.delete(conversationId);
    const runs = await this.#load();
    if (this.#chosenLevel(conversationId) === "sandbox" && !runs.hasSandbox) {
      // After a reload the sandbox is unknown until probed; without a sandbox the level is `ask`.
      await this.#probe().catch(() => undefined);
    }
    const policy = withinMachine(await this.#policy.read(options.signal), rulesInForce());
    const allowed = () =>
      withinPolicy(
        {
          level: this.#levelOf(conversationId),
          maxCost: undefined,
          checks: settings.agentChecks(),
        },
        policy,
      );
    const { isAllowed, allowsServer, allowsTool, allowsCommands, siteRules, checks } = allowed();
    if (!isAllowed) {
      throw new HubError({ kind: "policy_other" });
    }
    const terms = {
      conversationId,
      standing: () => ({
        level: allowed().level,
        mode:
          this.choices.of(conversationId).mode === "agent" ? ("agent" as const) : ("plan" as const),
      }),
      maxSteps: settings.agentMaxSteps(),
      checks,
      cap: { ...capWithin(policy), isRaised },
      allowsServer,
      allowsTool,
      allowsCommands,
      siteRules,
      showsEdits: () =>
        settings.agentShowsEdits() && [...this.#pages.values()].includes(conversationId),
    };
    const run = await runs.begin(terms, request, options);
    this.#didChange.fire(undefined);
    yield* run ?? plain(request, options);
  }

  dispose(): void {
    this.#disposables.dispose();
    void this.#loading?.then((runs) => runs.dispose());
  }

  #load(): Promise<AgentRuns> {
    this.#loading ??= this.#loadNow();
    return this.#loading;
  }

  async #loadNow(): Promise<AgentRuns> {
    const runs = await this.#deps.load(this.#deps);
    this.#runs = runs;
    this.#disposables.add(runs.onDidChange((id) => this.#didChange.fire(id)));
    this.#disposables.add(runs.onDidPrint((output) => this.#didPrint.fire(output)));
    return runs;
  }

  async #probe(): Promise<void> {
    await (await this.#load()).probe();
    this.#didChange.fire(undefined);
  }

  #modeOf(conversationId: string, model: string | undefined): ChatMode {
    return this.#unavailable(model) ? "ask" : (this.choices.of(conversationId).mode ?? "ask");
  }

  #chosenLevel(conversationId: string): AgentLevel {
    return this.choices.of(conversationId).level ?? settings.agentLevel();
  }

  #levelOf(conversationId: string): AgentLevel {
    return this.#heldLevel(this.#chosenLevel(conversationId));
  }

  #heldLevel(level: AgentLevel): AgentLevel {
    const possible = level === "sandbox" && this.#runs?.hasSandbox !== true ? "ask" : level;
    return allowedLevel(possible, this.#limits);
  }

  /** Of the last known policy. */
  get #limits(): AgentPolicy {
    return withinMachine(this.#policy.current, rulesInForce());
  }

  get #isDenied(): boolean {
    return this.#policy.current.is_allowed === false;
  }

  #unavailable(model: string | undefined): AgentState["unavailable"] {
    if (this.#isDenied) {
      // Checked first: while the policy forbids the agent, the person cannot mend the other reasons.
      return "policy";
    }
    if (!vscode.workspace.isTrusted) {
      return "untrusted";
    }
    if (!vscode.workspace.workspaceFolders?.length) {
      return "noFolder";
    }
    if (model !== undefined && !this.#deps.models.takesTools(model)) {
      return "noTools";
    }
    return this.#runs?.isElsewhere === true ? "otherWindow" : undefined;
  }
}

/** The cap of a run, and the highest cap that the policy allows. */
function capWithin(policy: AgentPolicy): CapTerms {
  const step = settings.agentMaxCost();
  return { step, most: withinPolicy({ level: "ask", maxCost: step }, policy).mostCost };
}
