import * as vscode from "vscode";

import type { governanceCalls } from "../../shared/calls/governanceCalls.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { FeatureDeps } from "../features.ts";
import type { PageFeature } from "../view/pageFeature.ts";
import { BudgetWatch } from "./budgetWatch.ts";
import { forkOf } from "./fork.ts";
import { UsagePanel } from "./usagePanel.ts";
import { UsageTracker } from "./usageTracker.ts";

type GovernanceCommand = "showUsage";

export interface GovernanceFeature {
  readonly page: PageFeature<typeof governanceCalls>;
  /** By their names in `commandNames`. */
  readonly commands: Readonly<Record<GovernanceCommand, () => Promise<unknown>>>;
}

const tipKey = "aiHub.sideTipDismissed";

/** Budgets, rates and policies in sight: the page's part, the status bar and the usage view. */
export function createGovernanceFeature(deps: FeatureDeps): GovernanceFeature {
  const { context, connection, clock, actions } = deps;
  const { extensionUri, globalState } = context;
  const tracker = new UsageTracker({ connection, clock });
  const panel = new UsagePanel({ extensionUri, connection, actions });
  const hub = (): string => ("baseUrl" in connection.state ? connection.state.baseUrl : "");
  const watch = new BudgetWatch({ tracker, memory: globalState, hub });
  context.subscriptions.push(tracker, panel, watch);
  const showUsage = (): Promise<void> => Promise.resolve(panel.show());
  return {
    page: governancePage(tracker, globalState, showUsage),
    commands: { showUsage },
  };
}

function governancePage(
  tracker: UsageTracker,
  memory: vscode.Memento,
  showUsage: () => Promise<void>,
): PageFeature<typeof governanceCalls> {
  const fork = forkOf(vscode.env.appName, vscode.env.uiKind === vscode.UIKind.Web);
  return {
    handlers: () => ({
      showUsage: () => done(showUsage()),
      refreshBudgets: () => done(tracker.refresh()),
      moveView: () => done(moveView()),
      dismissTip: () => done(memory.update(tipKey, true)),
    }),
    watch({ session }, page) {
      const watched = new DisposableStore();
      const show = (): void => {
        const { report, failure } = tracker;
        const { fetchedAt = 0, budgets = [], rates = [] } = report ?? {};
        // A page that went away asks again when it is back.
        void page
          .showBudgets({
            ...(report && { report: { fetchedAt, budgets, rates } }),
            ...(failure && { failure }),
          })
          .catch(() => undefined);
      };
      show();
      watched.add(tracker.onDidChange(show));
      watched.add(tracker.watch());
      watched.add(
        session.onDidChangeTurn(() => {
          if (session.turn.state === "idle") {
            tracker.answerEnded();
          }
        }),
      );
      const tip = memory.get<boolean>(tipKey) === true ? {} : { fork };
      void page.showTip(tip).catch(() => undefined);
      return watched;
    },
  };
}

/** The editor's own picker, which also offers a new place on the other side. */
async function moveView(): Promise<void> {
  await vscode.commands.executeCommand("aiHub.chat.focus");
  await vscode.commands.executeCommand("workbench.action.moveFocusedView");
}

async function done(work: PromiseLike<unknown>): Promise<Record<string, never>> {
  await work;
  return {};
}
