import * as vscode from "vscode";

import type { Disposable } from "../../../shared/base/lifecycle.ts";
import { isSecretFile } from "../../../shared/guarded/secretFiles.ts";
import type { WorkspaceFiles } from "../../context/files/workspaceFiles.ts";
import type { Command } from "../../editor/commandNames.ts";
import { askOnce, type OneOffDeps, tellFailure } from "../oneOff.ts";
import { mayGiveChanges } from "./agreement.ts";
import { BoxWriting } from "./boxWriting.ts";
import { commitMessages, type FileDiff } from "./commitPrompt.ts";
import { diffOf } from "./diffOf.ts";
import { type GitRepository, pathInRepository, repositoryOf } from "./gitApi.ts";

const { l10n } = vscode;

const maxFiles = 200;
const recentCount = 10;
const writingKey = "aiHub.writingCommitMessage";
const writtenKey = "aiHub.wroteCommitMessage";

export interface CommitDeps extends OneOffDeps {
  readonly files: Pick<WorkspaceFiles, "reasonAgainst">;
  readonly memory: vscode.Memento;
}

type CommitCommand = "commitMessage" | "regenerateCommitMessage" | "stopCommitMessage";

interface Written {
  readonly text: string;
  readonly own: string;
}

export class CommitMessages implements Disposable {
  readonly #deps: CommitDeps;
  readonly #written = new Map<string, Written>();
  readonly #watched = new Map<string, vscode.Disposable>();
  #running: AbortController | undefined;

  constructor(deps: CommitDeps) {
    this.#deps = deps;
  }

  get commands(): Readonly<Record<CommitCommand, Command>> {
    return {
      commitMessage: (given) => this.#begin(given),
      regenerateCommitMessage: (given) => this.#begin(given),
      stopCommitMessage: () => Promise.resolve(this.#running?.abort()),
    };
  }

  dispose(): void {
    this.#running?.abort();
    for (const subscription of this.#watched.values()) {
      subscription.dispose();
    }
  }

  async #begin(given: unknown): Promise<void> {
    if (this.#running) {
      return;
    }
    const running = new AbortController();
    this.#running = running;
    void vscode.commands.executeCommand("setContext", writingKey, true);
    try {
      await this.#write(given, running.signal);
    } catch (error) {
      tellFailure(error);
    } finally {
      this.#running = undefined;
      void vscode.commands.executeCommand("setContext", writingKey, false);
    }
  }

  async #write(given: unknown, signal: AbortSignal): Promise<void> {
    const repository = await repositoryOf(given);
    if (!repository) {
      void vscode.window.showInformationMessage(l10n.t("There is no git repository open here."));
      return;
    }
    const diffs = await this.#diffs(repository);
    if (diffs.length === 0) {
      void vscode.window.showInformationMessage(l10n.t("There is nothing to commit."));
      return;
    }
    const mayGo = await mayGiveChanges(this.#deps.memory, repository.rootUri, "commitMessage");
    if (!mayGo || signal.aborted) {
      return;
    }
    const refused = this.#writtenIn(repository)?.text;
    const messages = commitMessages(diffs, await recentMessages(repository), refused);
    const answer = askOnce(this.#deps, messages, { signal, secretsStay: true });
    await this.#stream(repository, answer, signal);
  }

  /** Replaces the earlier text only when text arrives; restores it if the answer is stopped or fails. */
  async #stream(
    repository: GitRepository,
    answer: AsyncIterable<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const { inputBox } = repository;
    const before = inputBox.value;
    const own = this.#writtenIn(repository)?.own ?? before;
    const writing = new BoxWriting(inputBox);
    try {
      await writing.write(answer, signal);
    } finally {
      this.#running?.abort();
      const text = writing.end();
      if (writing.isWhole && text !== before) {
        this.#remember(repository, { text, own });
      }
      if (own.trim() !== "" && text !== own && text !== before) {
        void offerToRestore(inputBox, own);
      }
    }
  }

  /** Undefined if the person has changed the message since. */
  #writtenIn({ rootUri, inputBox }: GitRepository): Written | undefined {
    const written = this.#written.get(rootUri.toString());
    return written?.text === inputBox.value ? written : undefined;
  }

  /** Remembers the message until the commit, so that the next one differs. */
  #remember({ rootUri, onDidCommit }: GitRepository, written: Written): void {
    const key = rootUri.toString();
    this.#written.set(key, written);
    void vscode.commands.executeCommand("setContext", writtenKey, true);
    if (onDidCommit && !this.#watched.has(key)) {
      const forget = (): void => {
        this.#written.delete(key);
        void vscode.commands.executeCommand("setContext", writtenKey, this.#written.size > 0);
      };
      this.#watched.set(key, onDidCommit(forget));
    }
  }

  async #diffs(repository: GitRepository): Promise<readonly FileDiff[]> {
    const { indexChanges, workingTreeChanges, untrackedChanges = [] } = repository.state;
    const isStaged = indexChanges.length > 0;
    const changes = isStaged ? indexChanges : [...workingTreeChanges, ...untrackedChanges];
    const uris = new Map(changes.slice(0, maxFiles).map(({ uri }) => [uri.toString(), uri]));
    return await Promise.all(
      [...uris.values()].map((uri) => this.#diff(repository, uri, isStaged)),
    );
  }

  async #diff(repository: GitRepository, uri: vscode.Uri, isStaged: boolean): Promise<FileDiff> {
    const path = pathInRepository(repository, uri);
    const isWithheld =
      isSecretFile(uri.path) || (await this.#deps.files.reasonAgainst(uri)) !== undefined;
    const diff = isWithheld ? "" : await diffOf(repository, uri, isStaged);
    return { path, diff, isWithheld };
  }
}

async function recentMessages(repository: GitRepository): Promise<readonly string[]> {
  try {
    const commits = await repository.log({ maxEntries: recentCount });
    return commits.map(({ message }) => message);
  } catch {
    // `log` rejects before the first commit.
    return [];
  }
}

async function offerToRestore(inputBox: GitRepository["inputBox"], before: string): Promise<void> {
  const restore = l10n.t("Restore my message");
  const answer = await vscode.window.showInformationMessage(
    l10n.t("The commit message that you had written was replaced."),
    restore,
  );
  if (answer === restore) {
    inputBox.value = before;
  }
}
