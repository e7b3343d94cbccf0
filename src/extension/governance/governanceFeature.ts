import * as vscode from "vscode";

import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";
import type { Client } from "../../shared/base/rpc.ts";
import type { governanceCalls } from "../../shared/calls/governanceCalls.ts";
import type { viewContract } from "../../shared/calls/protocol.ts";
import type { ChatEvent, Conversation } from "../../shared/conversation/conversation.ts";
import { SettingsGuard } from "../connection/settingsGuard.ts";
import type { Updates, UpdatesDeps } from "../doctor/updates.ts";
import { LaterPart, loadPart } from "../editor/laterPart.ts";
import { settings } from "../editor/settings.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";
import { done } from "../view/pageCalls.ts";
import type { PageFeature } from "../view/pageFeature.ts";
import { BudgetWatch } from "./budgetWatch.ts";
import { forkOf } from "./fork.ts";
import type { UsagePanel } from "./usagePanel.ts";
import { UsageTracker } from "./usageTracker.ts";

type GovernanceCommand = "showUsage" | "checkForUpdates";

export interface GovernanceFeature {
  readonly page: PageFeature<typeof governanceCalls>;
  readonly commands: Readonly<Record<GovernanceCommand, () => Promise<unknown>>>;
}

const tipKey = "aiHub.sideTipDismissed";

export function createGovernanceFeature(deps: FeatureDeps): GovernanceFeature {
  const { context, connection, models, clock, actions } = deps;
  const { extensionUri, globalState } = context;
  const tracker = new UsageTracker({ connection, clock });
  const panel = new LaterPart<UsagePanel>(async () => {
    const usage = await import("./usagePanel.ts");
    return new usage.UsagePanel({ extensionUri, connection, actions });
  });
  const hub = (): string => ("baseUrl" in connection.state ? connection.state.baseUrl : "");
  const watch = new BudgetWatch({ tracker, memory: globalState, hub });
  const guard = new SettingsGuard(deps.tokens);
  context.subscriptions.push(tracker, panel, watch, guard);
  const onShown = (): void => {
    guard.watch();
    // If the daily check cannot be loaded, only the check is missing.
    void checkDaily(deps).catch(() => undefined);
  };
  const showUsage = async (): Promise<void> => (await panel.get()).show();
  return {
    page: governancePage({ tracker, models, memory: globalState, showUsage, onShown }),
    commands: { showUsage, checkForUpdates: () => checkNow(deps) },
  };
}

async function checkDaily(deps: UpdatesDeps): Promise<void> {
  if (settings.extensionUrl() !== "") {
    await (await loadUpdates(deps)).checkDaily();
  }
}

async function checkNow(deps: UpdatesDeps): Promise<void> {
  const updates = await loadPart(() => loadUpdates(deps));
  await updates.checkNow();
}

async function loadUpdates(deps: UpdatesDeps): Promise<Updates> {
  const updates = await import("../doctor/updates.ts");
  return new updates.Updates(deps);
}

interface GovernancePageDeps {
  readonly tracker: UsageTracker;
  readonly models: FeatureDeps["models"];
  readonly memory: vscode.Memento;
  readonly showUsage: () => Promise<void>;
  readonly onShown: () => void;
}

function governancePage({
  tracker,
  models,
  memory,
  showUsage,
  onShown,
}: GovernancePageDeps): PageFeature<typeof governanceCalls> {
  const fork = forkOf(vscode.env.appName, vscode.env.uiKind === vscode.UIKind.Web);
  return {
    handlers: () => ({
      showUsage: () => done(showUsage()),
      refreshBudgets: () => done(tracker.refresh()),
      moveView: () => done(moveView()),
      dismissTip: () => done(memory.update(tipKey, true)),
    }),
    watch({ session }, page) {
      onShown();
      const watched = new DisposableStore();
      watched.add(showBudgets(tracker, page));
      watched.add(showModelState(models, page));
      watched.add(tracker.watch());
      watched.add(
        session.onDidChangeTurn(() => {
          if (session.turn.state === "idle") {
            tracker.answerEnded();
          }
        }),
      );
      watched.add(
        session.onDidEmit(({ events }) => noteRefusals(events, session.conversation, models)),
      );
      const tip = memory.get<boolean>(tipKey) === true ? {} : { fork };
      page.showTip(tip);
      return watched;
    },
  };
}

type ChatPageCalls = Client<typeof viewContract>;

function showBudgets(tracker: UsageTracker, page: ChatPageCalls): Disposable {
  const show = (): void => {
    const { report, failure } = tracker;
    const { fetchedAt = 0, budgets = [], rates = [] } = report ?? {};
    page.showBudgets({
      ...(report && { report: { fetchedAt, budgets, rates } }),
      ...(failure && { failure }),
    });
  };
  show();
  return tracker.onDidChange(show);
}

function showModelState(models: FeatureDeps["models"], page: ChatPageCalls): Disposable {
  const show = (): void => page.showModelState({ isUnlisted: models.isSelectedUnlisted });
  show();
  return models.onDidChangeSelection(show);
}

function noteRefusals(
  events: readonly ChatEvent[],
  { messages }: Conversation,
  models: FeatureDeps["models"],
): void {
  for (const event of events) {
    if (event.kind === "answerEnded" && event.failure?.kind === "policy_model") {
      const answer = messages.find(({ id }) => id === event.messageId);
      if (answer?.role === "assistant") {
        models.noteRefused(answer.model);
      }
    }
  }
}

async function moveView(): Promise<void> {
  await vscode.commands.executeCommand("aiHub.chat.focus");
  await vscode.commands.executeCommand("workbench.action.moveFocusedView");
}
