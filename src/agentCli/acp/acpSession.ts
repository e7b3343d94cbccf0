import {
  type AgentContext,
  type ClientCapabilities,
  type ContentBlock,
  methods,
  type PromptResponse,
  RequestError,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";

import type { AgentRun } from "../../agent/run/agentRun.ts";
import { capPause, nextCap } from "../../agent/run/runCap.ts";
import type { Workspace } from "../../agent/tools/base/workspace.ts";
import type { HubClient } from "../../hub/calls/hubClient.ts";
import { orAborted } from "../../shared/base/waiting.ts";
import type { HubModel } from "../../shared/hubApi/model.ts";
import { approves } from "../run/approvalWords.ts";
import { composeRun, noCommandsText } from "../run/composeRun.ts";
import { chooseModel, policyOf } from "../run/hubAccess.ts";
import type { ProgramOptions } from "../run/programOptions.ts";
import { storedRules } from "../run/programRules.ts";
import { messageOf, type PromptContent, promptOf } from "../run/promptContent.ts";
import { spaceWarning } from "../run/runCheckpoints.ts";
import { openPlace, type RunPlace } from "../run/runPlace.ts";
import { RunRecorder } from "../run/runRecorder.ts";
import { resumedState, type SavedRun, type SavedRuns, stateOf } from "../run/savedRuns.ts";
import { clientFiles } from "./acpClientFiles.ts";
import { historyUpdates } from "./acpHistory.ts";
import { AcpMcp, type AcpMcpDeps } from "./acpMcp.ts";
import { standingWithin } from "./acpModes.ts";
import { AcpPerson } from "./acpPerson.ts";
import { promptContent } from "./acpPrompt.ts";
import { type AcpRunTerms, runTerms } from "./acpRunTerms.ts";
import { AcpTurn } from "./acpTurn.ts";
import { chunkUpdate } from "./acpUpdates.ts";
import { absoluteIn, AcpWorkspace } from "./acpWorkspace.ts";

export interface AcpSessionDeps {
  readonly id: string;
  readonly options: ProgramOptions;
  readonly hub: HubClient;
  readonly client: AgentContext;
  readonly capabilities: ClientCapabilities;
  readonly workspace: Workspace;
  /** The real path. */
  readonly folder: string;
  readonly rulesKey: string;
  readonly models: readonly HubModel[];
  readonly modeId: string;
  readonly saved: SavedRuns;
  readonly earlier: SavedRun | undefined;
  readonly signal: AbortSignal;
  readonly openMcp: AcpMcpDeps["open"];
}

/** Each message starts a run, or continues a paused one. */
export class AcpSession {
  modelId: string;
  #modeId: string;
  readonly #deps: AcpSessionDeps;
  readonly #person: AcpPerson;
  #earlier: SavedRun | undefined;
  /** `#earlier` is on disk. */
  #isKept = true;
  #recorder: RunRecorder | undefined;
  #modeKept: Promise<void> = Promise.resolve();
  #stopped: AbortController | undefined;
  readonly #mcp: AcpMcp;
  #isClosed = false;
  #answered: Promise<unknown> = Promise.resolve();
  #cleared: Promise<void> = Promise.resolve();

  constructor(deps: AcpSessionDeps) {
    this.#deps = deps;
    this.#modeId = deps.modeId;
    this.#earlier = deps.earlier;
    const { options, models, client, id: sessionId, capabilities, rulesKey } = deps;
    this.modelId = chooseModel(models, options.model ?? deps.earlier?.model).id;
    const keepRule = storedRules();
    this.#person = new AcpPerson({
      client,
      sessionId,
      capabilities,
      keepRule: (rule) => keepRule.add(rulesKey, rule),
    });
    this.#mcp = new AcpMcp({
      open: deps.openMcp,
      person: this.#person,
      words: options.approvals.words,
      tell: (update) => this.#tell(update),
    });
  }

  /** Rejects if the mode cannot be stored. */
  async setMode(modeId: string): Promise<void> {
    this.#modeId = modeId;
    const kept = this.#modeKept.then(() => this.#keepMode());
    this.#modeKept = kept.catch(() => undefined);
    await kept;
  }

  async #keepMode(): Promise<void> {
    if (this.#recorder) {
      await this.#recorder.changed();
    } else if (this.#earlier && this.#isKept) {
      await this.#readAgain();
      await this.#deps.saved.save({ ...this.#earlier, modeId: this.#modeId });
    }
  }

  replay(): void {
    const { earlier } = this.#deps;
    for (const update of earlier ? historyUpdates(stateOf(earlier), this.#absolute) : []) {
      this.#tell(update);
    }
  }

  async prompt(blocks: readonly ContentBlock[]): Promise<PromptResponse> {
    if (this.#isClosed) {
      throw RequestError.sessionNotFound(this.#deps.id);
    }
    if (this.#stopped) {
      throw RequestError.invalidRequest(undefined, "The session answers another message.");
    }
    const stopped = new AbortController();
    this.#stopped = stopped;
    const answer = this.#answer(blocks, stopped);
    this.#answered = answer.catch(() => undefined);
    return await answer;
  }

  async #answer(
    blocks: readonly ContentBlock[],
    stopped: AbortController,
  ): Promise<PromptResponse> {
    try {
      const { vision } = this.#model?.capabilities ?? {};
      const asked = promptContent(blocks, { takesImages: vision !== false });
      await orAborted(this.#cleared, stopped.signal);
      await this.#modeKept;
      return await this.#run(asked, AbortSignal.any([stopped.signal, this.#deps.signal]));
    } catch (error) {
      if (stopped.signal.aborted) {
        return { stopReason: "cancelled" };
      }
      throw error;
    } finally {
      this.#stopped = undefined;
    }
  }

  cancel(): void {
    this.#stopped?.abort();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.cancel();
    await this.#answered;
    await this.#cleared.catch(() => undefined);
    await this.#mcp.close();
  }

  get #model(): HubModel | undefined {
    return this.#deps.models.find(({ id }) => id === this.modelId);
  }

  async #run(asked: PromptContent, signal: AbortSignal): Promise<PromptResponse> {
    const { hub, workspace, options } = this.#deps;
    const terms = runTerms(options, await policyOf(hub, options, signal));
    const { rules } = options.approvals;
    const place = await openPlace(workspace, rules, async () => {
      const warning = await spaceWarning();
      if (warning !== undefined) {
        this.#tell(chunkUpdate("agent_thought_chunk", `${warning}\n`));
      }
    });
    try {
      await this.#readAgain();
      if (!terms.wished.allowsCommands) {
        this.#tell(chunkUpdate("agent_thought_chunk", `${noCommandsText}\n`));
      }
      return await this.#play(asked, { ...terms, place, signal });
    } finally {
      this.#recorder = undefined;
      this.#cleared = place.close();
      this.#cleared.catch(() => undefined);
    }
  }

  /** Another program may have continued the session before this one held the folder. */
  async #readAgain(): Promise<void> {
    if (this.#earlier && this.#isKept) {
      this.#earlier = (await this.#deps.saved.read(this.#deps.id)) ?? this.#earlier;
    }
  }

  async #play(asked: PromptContent, parts: PlayParts): Promise<PromptResponse> {
    const { id, folder, saved, options } = this.#deps;
    const turn = new AcpTurn({
      tell: (update) => this.#tell(update),
      absolute: this.#absolute,
      model: this.#model,
    });
    const earlier = this.#earlier;
    const resume = earlier && { state: resumedState(earlier), message: messageOf(asked) };
    const agent: AgentRun = await composeRun(
      {
        ...options,
        checks: parts.wished.checks,
        ...promptOf(asked),
        model: chooseModel(this.#deps.models, this.modelId),
        maxCost: nextCap(parts.cap, resume?.state.cap, earlier?.pause === "budget"),
        resume,
      },
      {
        ...this.#runDeps(parts, turn),
        ...parts.wished,
        mcpTools: await this.#mcp.tools(
          parts.policy,
          standingWithin(this.#modeId, parts.policy),
          parts.signal,
        ),
        starting: async (callId, planned) => {
          turn.starting(callId, planned);
          await recorder.starting();
        },
      },
    );
    const head = () => ({
      id,
      folder,
      model: this.modelId,
      title: earlier?.title,
      modeId: this.#modeId,
    });
    const recorder = new RunRecorder(saved, head, () => agent.state, earlier?.checkpoints);
    this.#recorder = recorder;
    for await (const event of agent.events()) {
      if (event.type === "end") {
        const cap = capPause(event, { ...parts.cap, maxSteps: options.maxSteps });
        // A run without any possible increase is over.
        const pause = cap && cap.more === undefined ? undefined : event.pause;
        // If it cannot be stored, it cannot be loaded later, but continues here.
        this.#isKept = await recorder.ended(event.outcome, pause).then(
          () => true,
          () => false,
        );
        this.#earlier = recorder.run;
        return turn.ended(event, cap);
      }
      recorder.note(event);
      turn.show(event);
    }
    throw new Error("A run ended without its end");
  }

  #runDeps({ place, policy, signal }: PlayParts, turn: AcpTurn) {
    const { hub, workspace, client, capabilities, id, options } = this.#deps;
    const { words } = options.approvals;
    return {
      client: hub,
      workspace: new AcpWorkspace(workspace, clientFiles(client, id, { capabilities, signal })),
      searched: workspace,
      place,
      ask: this.#person.ask.bind(this.#person),
      signal,
      standing: () => standingWithin(this.#modeId, policy),
      tell: (event: Parameters<AcpTurn["pass"]>[0]) => turn.pass(event),
      approve: async (
        asked: Parameters<AcpPerson["approve"]>[0],
        aborted: AbortSignal,
        callId: string,
      ) =>
        approves(words, asked)
          ? ("approved" as const)
          : await this.#person.approve(asked, aborted, { id: callId, tool: turn.toolOf(callId) }),
    };
  }

  readonly #absolute = (path: string): string => absoluteIn(this.#deps.workspace, path);

  #tell(update: SessionUpdate): void {
    const { client, id: sessionId } = this.#deps;
    // If the editor is gone, the connection ends, and the run with it.
    void client.notify(methods.client.session.update, { sessionId, update }).catch(() => undefined);
  }
}

interface PlayParts extends AcpRunTerms {
  readonly place: RunPlace;
  readonly signal: AbortSignal;
}
