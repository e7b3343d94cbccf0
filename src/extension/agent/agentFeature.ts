import { commands, l10n, Uri, workspace } from "vscode";

import type { OpenConversation } from "../../chat/conversations.ts";
import { isOnAtAll } from "../../completion/enabled.ts";
import { DisposableStore } from "../../shared/base/lifecycle.ts";
import type { Handlers } from "../../shared/base/rpc.ts";
import type { agentCalls, ChatMode } from "../../shared/calls/agentCalls.ts";
import type { Outcome } from "../../shared/calls/protocol.ts";
import { completionSettings } from "../editor/completionSettings.ts";
import type { ChatView } from "../view/chatView.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";
import { done } from "../view/pageCalls.ts";
import type { PageFeature } from "../view/pageFeature.ts";
import { asker } from "../view/pageHandlers.ts";
import type { AgentAccess } from "./agentAccess.ts";
import { withPaused } from "./runs/pausedRun.ts";
import type { RunFiles } from "./runs/runFiles.ts";

export interface AgentFeature {
  readonly page: PageFeature<typeof agentCalls>;
  readonly commands: Readonly<
    Record<
      "askMode" | "planMode" | "agentMode" | "mcpServers" | "approvalRules",
      () => Promise<unknown>
    >
  >;
}

export function createAgentFeature(
  deps: Pick<FeatureDeps, "connection" | "models" | "places"> & { readonly agent: AgentAccess },
): AgentFeature {
  const { agent, places } = deps;
  const choose = (mode: ChatMode) => async (): Promise<void> => {
    const { session } = await places.active().conversation();
    agent.setMode(session.id, mode);
    await places.focus();
  };
  return {
    page: {
      handlers: (view) => agentHandlers(view, deps),
      watch: ({ session }, page) => {
        const watched = new DisposableStore();
        const { id } = session;
        let isSample = false;
        const show = (): void =>
          page.showAgent({
            ...withPaused(agent.state(id), session, agent.capTerms, agent.choices.of(id).left),
            ...(isSample && { isSample }),
            ...(!isOnAtAll(completionSettings.enabled()) && { isCompletionOff: true }),
          });
        if (session.conversation.messages.length === 0) {
          agent.choices.begin(id);
          const left = new AbortController();
          watched.add({ dispose: () => left.abort() });
          void isSampleOpen().then((isOpen) => {
            isSample = isOpen;
            return isOpen && !left.signal.aborted ? show() : undefined;
          });
        }
        watched.add(
          agent.onDidChange((changed) =>
            changed === undefined || changed === id ? show() : undefined,
          ),
        );
        watched.add(agent.watched(id));
        watched.add(completionSettings.onDidChange(show));
        watched.add(
          agent.onDidPrint((output) =>
            output.conversationId === id ? page.showOutput(output) : undefined,
          ),
        );
        show();
        if (hasCalls(session)) {
          void agent.files(id).catch(() => undefined);
        }
        return watched;
      },
    },
    commands: {
      askMode: choose("ask"),
      planMode: choose("plan"),
      agentMode: choose("agent"),
      mcpServers: () => agent.manageMcp(),
      approvalRules: () => agent.manageRules(),
    },
  };
}

type FeatureParts = Parameters<typeof createAgentFeature>[0];

function agentHandlers(view: ChatView, deps: FeatureParts): Handlers<typeof agentCalls> {
  const { agent } = deps;
  const ask = asker(view, deps);
  return {
    setMode: ({ conversationId, mode }) => {
      agent.setMode(conversationId, mode);
      return {};
    },
    setLevel: ({ conversationId, level }) => {
      agent.choices.set(conversationId, { level });
      return {};
    },
    decideAct: (decision) => ({ outcome: agent.runs?.decide(decision) ?? "gone" }),
    stopCommand: ({ conversationId, callId }) =>
      done(agent.runs?.stopCommand(conversationId, callId) ?? Promise.resolve()),
    startPlan: ({ conversationId, messageId }) =>
      done(
        ask(conversationId, ({ session }, model) => {
          const plan = session.conversation.messages.find(({ id }) => id === messageId);
          if (plan?.role !== "assistant") {
            return { ok: false, reason: "notFound" };
          }
          agent.setMode(conversationId, "agent");
          return session.send(l10n.t("Carry out this plan."), [], model);
        }),
      ),
    goOnWithRun: ({ conversationId, allowMore = false }) =>
      done(
        ask(conversationId, ({ session }, model) => {
          agent.allowMore(conversationId, allowMore);
          const outcome = goOn(session, model);
          if (!outcome.ok) {
            agent.allowMore(conversationId, false);
          }
          return outcome;
        }),
      ),
    leaveRun: ({ conversationId }) =>
      done(
        view.use(conversationId, ({ session }) =>
          agent.leaveRun(conversationId, session.conversation.leafId ?? ""),
        ),
      ),
    answerQuestion: ({ conversationId, questionId, answer }) => {
      agent.runs?.answerQuestion(conversationId, questionId, answer);
      return {};
    },
    showCommand: ({ conversationId, callId }) => {
      agent.runs?.showCommand(conversationId, callId);
      return {};
    },
    trustAgain: ({ conversationId }) => {
      agent.runs?.trustAgain(conversationId);
      return {};
    },
    ...otherHandlers(agent),
  };
}

type OtherCall =
  | "manage"
  | "keepChanges"
  | "undoChanges"
  | "openChanges"
  | "reviewChanges"
  | "restoreCheckpoint"
  | "redoCheckpoint"
  | "compareCheckpoint";

function otherHandlers(agent: AgentAccess): Pick<Handlers<typeof agentCalls>, OtherCall> {
  const files = (id: string): Promise<RunFiles | undefined> => agent.files(id);
  return {
    manage: ({ what }) => {
      // Not awaited: it resolves only when the person closes the opened picker or document.
      void commands.executeCommand(`aiHub.${what}`);
      return {};
    },
    keepChanges: async ({ conversationId, paths }) =>
      done((await files(conversationId))?.keep(paths) ?? none),
    undoChanges: async ({ conversationId, paths, evenChanged }) =>
      done((await files(conversationId))?.undo(paths, evenChanged) ?? none),
    reviewChanges: async ({ conversationId, path }) =>
      done((await files(conversationId))?.review(path) ?? none),
    openChanges: async ({ conversationId, paths }) =>
      done((await files(conversationId))?.open(paths) ?? none),
    restoreCheckpoint: async ({ conversationId, checkpointId }) =>
      done((await files(conversationId))?.restore(checkpointId) ?? none),
    redoCheckpoint: async ({ conversationId, checkpointId }) =>
      done((await files(conversationId))?.redo(checkpointId) ?? none),
    compareCheckpoint: async ({ conversationId, checkpointId }) =>
      done((await files(conversationId))?.compare(checkpointId) ?? none),
  };
}

const none = Promise.resolve();

async function isSampleOpen(): Promise<boolean> {
  const [folder] = workspace.workspaceFolders ?? [];
  const test = folder && Uri.joinPath(folder.uri, "src", "status.spec.mjs");
  try {
    return test !== undefined && (await workspace.fs.stat(test)).size > 0;
  } catch {
    // The file is missing: this is another folder.
    return false;
  }
}

function hasCalls({ conversation }: OpenConversation["session"]): boolean {
  return conversation.messages.some(
    (message) =>
      message.role === "assistant" && message.parts.some(({ kind }) => kind === "toolCall"),
  );
}

function goOn(session: OpenConversation["session"], model: string): Outcome {
  const { leafId } = session.conversation;
  return leafId === null
    ? { ok: false, reason: "notFound" }
    : session.continueAnswer(leafId, model);
}
