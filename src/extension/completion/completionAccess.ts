import type * as vscode from "vscode";

import type { StreamChat } from "../../chat/turn.ts";
import { isOnAtAll } from "../../completion/enabled.ts";
import type { Finding } from "../../dlp/find/finding.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { DlpMode } from "../../shared/guarded/protection.ts";
import type { HubConnection } from "../connection/hubConnection.ts";
import type { Models } from "../connection/models.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import type { Command } from "../editor/commandNames.ts";
import { completionSettings } from "../editor/completionSettings.ts";

export interface CompletionDeps {
  readonly connection: HubConnection;
  readonly models: Models;
  readonly files: WorkspaceFiles;
  readonly dlpMode: () => DlpMode;
  readonly scan: (text: string) => readonly Finding[];
  /** Streams without the chat's protection, because completion applies its own. */
  readonly streamChat: StreamChat;
  /** Reports the token's remaining requests per minute from response headers. */
  readonly onDidHearRequests: (
    listener: (left: { readonly limit: number; readonly remaining: number }) => void,
  ) => Disposable;
  readonly isTurnRunning: () => boolean;
  readonly findCode: (
    query: string,
  ) => Promise<
    | readonly { readonly uri: vscode.Uri; readonly path: string; readonly text: string }[]
    | undefined
  >;
  /** Files of the index that may hold the text, best first. Nothing is sent. */
  readonly findText: (
    text: string,
    limit: number,
  ) => Promise<readonly { readonly uri: vscode.Uri }[] | undefined>;
  readonly memory: vscode.Memento;
  readonly clock: Clock;
}

export interface LoadedCompletion extends Disposable {
  trigger(): Promise<void>;
  showMenu(): Promise<void>;
  pause(isPaused: boolean): void;
  /** `next` shows the next place of the last edit, `apply` changes the shown place. */
  repeatEdit(step: RepeatStep): Promise<void>;
}

export type RepeatStep = "next" | "apply" | "end";

export interface CompletionModule {
  readonly create: (deps: CompletionDeps) => LoadedCompletion;
  readonly turnOn: (deps: CompletionDeps, pause: () => Promise<void>) => Promise<void>;
}

export interface CompletionPart {
  readonly load: () => Promise<CompletionModule>;
  readonly forget?: () => void;
}

/** Inline completion. While off, nothing is loaded and nothing listens. */
export class CompletionAccess implements Disposable {
  readonly #deps: CompletionDeps;
  readonly #part: CompletionPart;
  #running: Promise<LoadedCompletion> | undefined;
  /** Settles when the old instance is disposed: command and status can be registered only once. */
  #gone: Promise<void> = Promise.resolve();

  constructor(deps: CompletionDeps, part: CompletionPart) {
    this.#deps = deps;
    this.#part = part;
  }

  get commands(): Readonly<
    Record<
      | "turnOnCompletion"
      | "turnOffCompletion"
      | "triggerCompletion"
      | "completionMenu"
      | "repeatEdit"
      | "applyRepeatedEdit"
      | "endRepeatedEdit",
      Command
    >
  > {
    return {
      turnOnCompletion: async () => {
        const { turnOn } = await this.#part.load();
        await turnOn(this.#deps, async () => (await this.#running)?.pause(true));
        await this.follow();
        if (!this.#running) {
          this.#part.forget?.();
        }
      },
      turnOffCompletion: async () => {
        // Excluded languages stay excluded when completion is turned on again.
        const left = Object.entries(completionSettings.enabled()).filter(([, isOn]) => !isOn);
        await completionSettings.setEnabled({ ...Object.fromEntries(left), "*": false });
        await this.follow();
      },
      triggerCompletion: async () => (await this.#orTurnOn())?.trigger(),
      completionMenu: async () => (await this.#orTurnOn())?.showMenu(),
      repeatEdit: async () => (await this.#orTurnOn())?.repeatEdit("next"),
      applyRepeatedEdit: async () => (await this.#running)?.repeatEdit("apply"),
      endRepeatedEdit: async () => (await this.#running)?.repeatEdit("end"),
    };
  }

  /** Starts or stops according to the setting. Rejects if the start fails; the next call retries. */
  async follow(): Promise<void> {
    if (isOnAtAll(completionSettings.enabled())) {
      await (this.#running ?? this.#start());
      return;
    }
    await this.#end();
  }

  dispose(): void {
    void this.#end();
  }

  #start(): Promise<LoadedCompletion> {
    const running = this.#gone
      .then(() => this.#part.load())
      .then(({ create }) => create(this.#deps));
    this.#running = running;
    running.catch(() => {
      this.#running = this.#running === running ? undefined : this.#running;
    });
    return running;
  }

  #end(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running) {
      this.#gone = running
        .then((one) => one.dispose())
        .catch(() => undefined)
        .then(() => (this.#running ? undefined : this.#part.forget?.()));
    }
    return this.#gone;
  }

  async #orTurnOn(): Promise<LoadedCompletion | undefined> {
    if (!this.#running) {
      await this.commands.turnOnCompletion();
    }
    return await this.#running;
  }
}
