import * as vscode from "vscode";

import type { Finding } from "../../agent/review/findings.ts";
import { review, type Reviewed, ReviewError } from "../../agent/review/review.ts";
import { type CapTerms, nextCap, RunCap } from "../../agent/run/runCap.ts";
import { findPromptModel } from "../../context/promptFile.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import { readPromptFiles } from "../context/prompt/promptFiles.ts";
import { askInChat } from "../editing/askInChat.ts";
import { mayGiveChanges } from "../editing/commit/agreement.ts";
import { repositoryOf } from "../editing/commit/gitApi.ts";
import { modelOf, tellFailure } from "../editing/oneOff.ts";
import { signalOf } from "../editor/cancellation.ts";
import type { Command, reviewCommandNames } from "../editor/commandNames.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";
import { changedFiles, type ReviewedChanges } from "./changedFiles.ts";
import { chooseRange } from "./chooseRange.ts";
import { FindingThreads } from "./findingThreads.ts";

const { l10n } = vscode;

export interface ReviewDeps extends FeatureDeps {
  readonly files: WorkspaceFiles;
  readonly promptFolders: readonly vscode.Uri[];
  readonly agent: {
    readonly capTerms: CapTerms;
    setMode(conversationId: string, mode: "agent"): void;
  };
}

export type LoadReview = (deps: ReviewDeps) => Promise<ReviewPart>;

export type ReviewCommands = Readonly<Record<(typeof reviewCommandNames)[number], Command>>;

/** A file `review.prompt.md` in a prompt folder replaces our prompt. */
const promptName = "review";

export class ReviewPart implements Disposable {
  readonly #deps: ReviewDeps;
  readonly #threads = new FindingThreads();
  #isRunning = false;

  constructor(deps: ReviewDeps) {
    this.#deps = deps;
  }

  get commands(): ReviewCommands {
    return {
      reviewChanges: (given) => this.#begin(given),
      fixFinding: (thread) => this.#makeTask(thread),
      dismissFinding: (thread) => Promise.resolve(this.#threads.dismiss(thread)),
      dismissFindings: () => Promise.resolve(this.#threads.clear()),
    };
  }

  dispose(): void {
    this.#threads.dispose();
  }

  async #begin(given: unknown): Promise<void> {
    if (this.#isRunning) {
      return;
    }
    this.#isRunning = true;
    try {
      await this.#review(given);
    } catch (error) {
      if (error instanceof ReviewError) {
        tell(l10n.t("The model did not answer in the form of a review. Try another model."));
      } else {
        tellFailure(error);
      }
    } finally {
      this.#isRunning = false;
    }
  }

  async #review(given: unknown): Promise<void> {
    const { context, files } = this.#deps;
    const repository = await repositoryOf(given);
    if (!repository) {
      tell(l10n.t("There is no git repository open here."));
      return;
    }
    const range = await chooseRange(repository);
    if (!range || !(await mayGiveChanges(context.globalState, repository.rootUri, "review"))) {
      return;
    }
    const changes = await changedFiles(repository, range, files);
    if (changes.files.size === 0) {
      tell(l10n.t("There are no changes to review."));
      return;
    }
    const progress = { location: vscode.ProgressLocation.Notification, cancellable: true };
    const title = l10n.t("Reviewing {0} files", changes.files.size);
    const reviewed = await vscode.window.withProgress({ ...progress, title }, (_, token) =>
      this.#ask(changes, signalOf(token)),
    );
    await this.#threads.show(reviewed.findings, reviewed.lines, changes.files);
    await showResult(reviewed, changes);
  }

  /** Asks the model as a run of the agent: with its cap, and listed by the hub. */
  async #ask({ diff }: ReviewedChanges, signal: AbortSignal): Promise<Reviewed> {
    const { agent, connection, models, streamChat } = this.#deps;
    const run = new RunCap(crypto.randomUUID(), nextCap(agent.capTerms));
    const { prompt, model } = await this.#promptFile();
    let outcome: "done" | "failed" | "stopped" = "failed";
    try {
      const options = { signal, run: run.request };
      const wish = { diff, prompt, options, model: model ?? (await modelOf({ models })) };
      const reviewed = await review(wish, streamChat);
      outcome = "done";
      return reviewed;
    } finally {
      const { id } = run.state;
      void connection.endRun({ id, outcome: signal.aborted ? "stopped" : outcome }).catch(() => {});
    }
  }

  async #promptFile(): Promise<{ readonly prompt?: string; readonly model?: string }> {
    const { files, models, promptFolders } = this.#deps;
    const all = await readPromptFiles(promptFolders, files);
    const file = all.find((one) => one.file.name === promptName)?.file;
    const wanted = file?.model;
    const listed = wanted === undefined ? [] : (await models.list({ refresh: false })).models;
    const model = wanted === undefined ? undefined : findPromptModel(listed, wanted)?.id;
    return { ...(file && { prompt: file.body }), ...(model !== undefined && { model }) };
  }

  /** Writes the finding as a task into a new chat in Agent mode; Enter sends it. */
  async #makeTask(thread: unknown): Promise<void> {
    const finding = this.#threads.findingOf(thread);
    if (!finding) {
      return;
    }
    const { agent, places } = this.#deps;
    await askInChat({ places }, taskOf(finding), []);
    const { session } = await places.sidebar.conversation();
    agent.setMode(session.id, "agent");
  }
}

/** The task's text. It quotes the finding, because a model wrote it. */
function taskOf({ file, line, title, evidence }: Finding): string {
  const quoted = `${title}\n\n${evidence}`.split("\n").map((row) => `> ${row}`);
  const task = l10n.t(
    "Check this finding of a review in {0}, line {1}. Fix it if it is right.",
    file,
    line,
  );
  return [task, "", ...quoted].join("\n");
}

async function showResult(
  { findings, dropped }: Reviewed,
  { leftOut }: ReviewedChanges,
): Promise<void> {
  const notes = [
    ...(dropped > 0 ? [l10n.t("Without a place in the changes, left out: {0}.", dropped)] : []),
    ...(leftOut > 0 ? [l10n.t("Files not reviewed: {0}.", leftOut)] : []),
  ];
  if (findings.length === 0) {
    tell([l10n.t("The review found nothing."), ...notes].join(" "));
    return;
  }
  await vscode.commands.executeCommand("workbench.action.focusCommentsPanel");
  tell([l10n.t("Findings of the review: {0}.", findings.length), ...notes].join(" "));
}

function tell(text: string): void {
  void vscode.window.showInformationMessage(text);
}
