import * as vscode from "vscode";

import type { Clock } from "../shared/base/clock.ts";
import type { HubConnection } from "./connection/hubConnection.ts";
import type { Models } from "./connection/models.ts";
import { Doctor, type DoctorDeps } from "./doctor/doctor.ts";
import type { NetworkProbes } from "./doctor/probes.ts";
import { stepTitle, writeReport } from "./doctor/report.ts";
import { type Step, stepNames } from "./doctor/steps.ts";
import { wordsLocale } from "./editor/locale.ts";
import { showReport } from "./editor/reportPreview.ts";
import { settings } from "./editor/settings.ts";

const { l10n } = vscode;

export interface DiagnoseDeps {
  readonly connection: HubConnection;
  readonly models: Models;
  readonly loadProbes: (() => Promise<NetworkProbes>) | undefined;
  readonly clock: Clock;
  readonly version: string;
}

interface ExamineDeps extends DiagnoseDeps {
  readonly probes: NetworkProbes | undefined;
}

export async function diagnose(deps: DiagnoseDeps): Promise<void> {
  const { connection, clock, version } = deps;
  const probes = await deps.loadProbes?.();
  const steps = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t("AI Hub: testing the connection"),
      cancellable: true,
    },
    (progress, cancelled) => examine({ ...deps, probes }, progress, cancelled),
  );
  const report = writeReport(steps, {
    l10n,
    locale: wordsLocale(),
    about: `AI Hub ${version}, ${vscode.env.appName} ${vscode.version}, ${vscode.env.appHost}`,
    at: clock.now(),
    secrets: connection.token === undefined ? [] : [connection.token],
  });
  await showReport(l10n.t("Connection report"), report);
  void offerCopy(report, steps);
}

async function examine(
  deps: ExamineDeps,
  progress: vscode.Progress<{ message?: string; increment?: number }>,
  cancelled: vscode.CancellationToken,
): Promise<readonly Step[]> {
  const abort = new AbortController();
  const subscription = cancelled.onCancellationRequested(() => abort.abort());
  const steps: Step[] = [];
  const increment = 100 / stepNames.length;
  const tell = (): void => {
    const next = stepNames[steps.length];
    if (next !== undefined) {
      progress.report({ message: stepTitle(next, l10n), ...(steps.length > 0 && { increment }) });
    }
  };
  tell();
  for await (const step of new Doctor(doctorDeps(deps)).examine(abort.signal)) {
    steps.push(step);
    tell();
  }
  subscription.dispose();
  return steps;
}

function doctorDeps({ connection, models, probes, clock }: ExamineDeps): DoctorDeps {
  return {
    connection,
    listModels: async (signal) => (await connection.client?.listModels({ signal })) ?? [],
    maySend,
    streamAnswer: (model, signal) =>
      connection.streamChat(
        {
          model,
          messages: [{ role: "user", content: "Answer with the single word: ready" }],
          maxOutputTokens: 256,
        },
        { signal },
      ),
    selectedModel: () => models.selected,
    languageModelAccess: settings.languageModelAccess,
    probes,
    proxySettings: () => ({
      setting: textSetting("http.proxy"),
      support: textSetting("http.proxySupport"),
      exceptions: vscode.workspace.getConfiguration().get<string[]>("http.noProxy") ?? [],
    }),
    clock,
  };
}

/**
 * Asks for the test request. The question is modal: any extension can call the command and accept a notification, but
 * cannot answer a modal question.
 */
async function maySend(model: string): Promise<boolean> {
  const send = l10n.t("Send it");
  const answer = await vscode.window.showInformationMessage(
    l10n.t("Send one short request to {0}?", model),
    {
      modal: true,
      detail: l10n.t(
        "It shows whether answers arrive, and may cost a little. Everything before it was free.",
      ),
    },
    { title: send },
    { title: l10n.t("Skip"), isCloseAffordance: true },
  );
  return answer?.title === send;
}

function textSetting(name: string): string {
  const value = vscode.workspace.getConfiguration().get<unknown>(name);
  return typeof value === "string" ? value : "";
}

async function offerCopy(report: string, steps: readonly Step[]): Promise<void> {
  const copy = l10n.t("Copy report");
  const failed = steps.find(({ state }) => state === "failed");
  const answer = failed
    ? await vscode.window.showWarningMessage(
        l10n.t("The first thing to look at: {0}.", stepTitle(failed.name, l10n)),
        copy,
      )
    : await vscode.window.showInformationMessage(l10n.t("The connection to the hub works."), copy);
  if (answer === copy) {
    await vscode.env.clipboard.writeText(report);
  }
}
