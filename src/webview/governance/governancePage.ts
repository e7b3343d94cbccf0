import { type ReadonlySignal, signal } from "@preact/signals";

import type { Handlers } from "../../shared/base/rpc.ts";
import type { Fork, governanceShows } from "../../shared/calls/governanceCalls.ts";
import type { PageFeatureDeps } from "../page/pageFeatureDeps.ts";
import { pagePart } from "../page/pagePart.ts";
import { type BudgetReport, BudgetStop, type Stopped } from "./budgetStop.ts";

export interface GovernancePage {
  readonly shows: Handlers<typeof governanceShows>;
  readonly report: ReadonlySignal<BudgetReport | undefined>;
  readonly stopped: ReadonlySignal<Stopped | undefined>;
  readonly isModelUnlisted: ReadonlySignal<boolean>;
  /** The tip; undefined once dismissed. */
  readonly tip: ReadonlySignal<Fork | undefined>;
  readonly isOffline: ReadonlySignal<boolean>;
  readonly showUsage: () => void;
  readonly checkBudgets: () => Promise<void>;
  readonly sendAnyway: () => void;
  readonly moveView: () => void;
  readonly dismissTip: () => void;
}

export function createGovernancePage({ host, state, clock }: PageFeatureDeps): GovernancePage {
  const report = signal<BudgetReport | undefined>(undefined);
  const isModelUnlisted = signal(false);
  const tip = signal<Fork | undefined>(undefined);
  const stop = new BudgetStop(state, report, clock);
  return {
    shows: {
      showBudgets: ({ report: latest }) => {
        report.value = latest;
        stop.hear(latest);
      },
      showTip: ({ fork }) => {
        tip.value = fork;
      },
      showModelState: ({ isUnlisted }) => {
        isModelUnlisted.value = isUnlisted;
      },
    },
    report,
    stopped: stop.stopped,
    isModelUnlisted,
    tip,
    isOffline: offlineSignal(),
    showUsage: () => void ask(host.showUsage({})),
    checkBudgets: () => ask(host.refreshBudgets({})),
    sendAnyway: () => stop.release(),
    moveView: () => void ask(host.moveView({})),
    dismissTip() {
      tip.value = undefined;
      void ask(host.dismissTip({}));
    },
  };
}

function ask(call: Promise<unknown>): Promise<void> {
  return call.then(
    () => undefined,
    () => undefined,
  );
}

function offlineSignal(): ReadonlySignal<boolean> {
  const isOffline = signal(!navigator.onLine, {
    watched() {
      follow();
      window.addEventListener("online", follow);
      window.addEventListener("offline", follow);
    },
    unwatched() {
      window.removeEventListener("online", follow);
      window.removeEventListener("offline", follow);
    },
  });
  function follow(): void {
    isOffline.value = !navigator.onLine;
  }
  return isOffline;
}

export const { Provider: GovernanceProvider, usePart: useGovernance } =
  pagePart<GovernancePage>("governance");
