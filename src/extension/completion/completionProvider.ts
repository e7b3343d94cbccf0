import * as vscode from "vscode";

import { Completer } from "../../completion/completer.ts";
import type { Offer } from "../../completion/moment.ts";
import type { FileReason } from "../../completion/quiet.ts";
import type { LimitOptions } from "../../completion/usage/limits.ts";
import { factorOf, type TokenRate, unknownRate, withReport } from "../../context/tokenRate.ts";
import { DisposableStore } from "../../shared/base/lifecycle.ts";
import { onDidChangeExclusions } from "../../shared/guarded/excludedPaths.ts";
import type { HubModel } from "../../shared/hubApi/model.ts";
import { signalOf } from "../editor/cancellation.ts";
import { completionSettings } from "../editor/completionSettings.ts";
import { AskHub, type AskedTokens, modeFor } from "./askHub.ts";
import type { CompletionDeps, LoadedCompletion, RepeatStep } from "./completionAccess.ts";
import { acceptedCommand, itemOf } from "./completionItem.ts";
import { showCompletionMenu } from "./completionMenu.ts";
import { CompletionStatus, spentText } from "./completionStatus.ts";
import { type NoticeReason, whyText } from "./completionWords.ts";
import { momentOf } from "./documentMoment.ts";
import { EditOffers } from "./editOffers.ts";
import { FileGate } from "./fileGate.ts";
import { FileReasons } from "./fileReasons.ts";
import { HubAllowance } from "./hubAllowance.ts";
import { RepeatFiles } from "./repeatFiles.ts";
import { SnippetSources } from "./snippetSources.ts";
import { SpentToday } from "./spentToday.ts";

const snippetShare = 0.25;

export class CompletionProvider implements LoadedCompletion, vscode.InlineCompletionItemProvider {
  readonly #deps: CompletionDeps;
  readonly #disposables = new DisposableStore();
  readonly #files: FileReasons;
  readonly #allowance: HubAllowance;
  readonly #status = this.#disposables.add(new CompletionStatus());
  readonly #edits: EditOffers;
  readonly #snippets: SnippetSources;
  readonly #completer: Completer;
  readonly #hub: AskHub;
  /** Files for which the person agreed to send placeholders for personal data. */
  readonly #masked = new Set<string>();
  #file = "";
  #fileReason: FileReason | undefined;
  #isPaused = false;
  /** Incremented to cancel earlier work: a pause, new settings, another hub, turning off. */
  #round = 0;
  #settings = completionSettings.values();
  readonly #spent: SpentToday;
  #rate: TokenRate = unknownRate;
  #registration: vscode.Disposable | undefined;
  #gaveNothing = false;
  #stopLimit: (() => void) | undefined;

  constructor(deps: CompletionDeps) {
    this.#deps = deps;
    const { connection, clock, files } = deps;
    this.#spent = new SpentToday(deps.memory, clock);
    const gate = new FileGate(files);
    this.#files = new FileReasons(gate, clock);
    this.#snippets = new SnippetSources(deps, gate);
    this.#allowance = new HubAllowance({
      policy: (signal) => connection.policy({ signal }),
      usage: (signal) => connection.usage({ signal }),
      clock,
      onChange: () => this.#show(),
      onOpen: (what) => this.#completer.limits.opened(what),
    });
    this.#hub = new AskHub({
      completion: (request, signal) => connection.completion(request, signal),
      streamChat: deps.streamChat,
      model: () => this.#model,
      mode: (file) => modeFor(deps.dlpMode(), this.#masked.has(file)),
      scan: deps.scan,
      onUsed: (tokens) => this.#used(tokens),
      takeOffers: () => (this.#settings.reportKept ? this.#completer.counts.take() : undefined),
    });
    this.#completer = new Completer({
      clock,
      prepare: (hole, file) => this.#hub.prepare(file, hole),
      findSnippets: async (place) =>
        this.#settings.otherFiles
          ? await this.#snippets.find(
              place,
              (this.#settings.promptTokens * snippetShare) / factorOf(this.#rate),
            )
          : [],
      limits: () => this.#limitOptions,
      options: () => ({ ...this.#settings, tokenRate: factorOf(this.#rate) }),
      onChange: () => this.#show(),
    });
    this.#edits = this.#disposables.add(
      new EditOffers({
        clock,
        repeatFiles: new RepeatFiles(deps.findText, gate),
        reasons: this.#files,
        allowance: this.#allowance,
        hub: this.#hub,
        settings: () => (this.#isPaused ? undefined : this.#settings),
        takeRequest: () =>
          this.#completer.limits.take(clock.now(), this.#limitOptions, false) === undefined,
      }),
    );
    this.#listen();
    void this.#allowance.check();
    void deps.models.list({ refresh: false }).then(() => this.#show());
    this.#show();
  }

  async provideInlineCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    { triggerKind, selectedCompletionInfo: entry }: vscode.InlineCompletionContext,
    token: vscode.CancellationToken,
  ): Promise<vscode.InlineCompletionItem[]> {
    const isInvoked = triggerKind === vscode.InlineCompletionTriggerKind.Invoke;
    const item =
      this.#isPaused && !isInvoked
        ? undefined
        : await this.#itemAt(document, position, { entry, isInvoked, token });
    this.#gaveNothing = item === undefined;
    return item ? [item] : [];
  }

  async trigger(): Promise<void> {
    if (this.#gaveNothing) {
      // The editor caches an empty answer per place; a newly registered provider has no cache.
      this.#register();
    }
    await vscode.commands.executeCommand("editor.action.inlineSuggest.trigger");
  }

  #register(): void {
    this.#registration?.dispose();
    this.#registration = vscode.languages.registerInlineCompletionItemProvider(
      { pattern: "**" },
      this,
    );
  }

  async #itemAt(
    document: vscode.TextDocument,
    position: vscode.Position,
    {
      entry,
      isInvoked,
      token,
    }: {
      readonly entry: vscode.SelectedCompletionInfo | undefined;
      readonly isInvoked: boolean;
      readonly token: vscode.CancellationToken;
    },
  ): Promise<vscode.InlineCompletionItem | undefined> {
    const moment = momentOf(document, position, { isInvoked });
    this.#file = moment.file;
    const round = this.#round;
    // The first check brings the hub's excluded paths, which decide about the file.
    const mayComplete = await this.#allowance.check();
    const reason = await this.#files.against(document);
    const isAllowed = reason === undefined && mayComplete;
    if (round !== this.#round) {
      return undefined;
    }
    if (this.#fileReason !== reason) {
      this.#fileReason = reason;
      this.#show();
    }
    if (!isAllowed || token.isCancellationRequested) {
      return undefined;
    }
    const shown = (offer: Offer): vscode.InlineCompletionItem | undefined =>
      itemOf(offer, { document, position, entry });
    const canShow = (offer: Offer): boolean => shown(offer) !== undefined;
    const offer = await this.#completer.complete({ ...moment, canShow }, signalOf(token));
    return offer && shown(offer);
  }

  async showMenu(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const file = editor?.document.uri.toString();
    const spent = this.#spent.value;
    await showCompletionMenu({
      isPaused: this.#isPaused,
      spent: spent && spentText(spent, this.#model?.pricing?.currency),
      language: editor?.document.languageId,
      canMask:
        file !== undefined &&
        !this.#masked.has(file) &&
        this.#deps.dlpMode() === "warn" &&
        this.#completer.why === "sensitive",
      pause: (isPaused) => this.pause(isPaused),
      mask: () => {
        this.#masked.add(file ?? "");
        this.#completer.renew();
      },
    });
  }

  repeatEdit(step: RepeatStep): Promise<void> {
    return this.#edits.step(step);
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#edits.renew();
    this.#round += 1;
    this.#completer.stop();
    this.#show();
  }

  dispose(): void {
    this.#round += 1;
    this.#completer.stop();
    this.#allowance.stop();
    this.#stopLimit?.();
    this.#registration?.dispose();
    this.#disposables.dispose();
  }

  get #limitOptions(): LimitOptions {
    return {
      isChatRunning: this.#deps.isTurnRunning(),
      budgetUsed: this.#allowance.budgetUsed,
      hubPerMinute: this.#allowance.perMinute,
    };
  }

  get #model(): HubModel | undefined {
    const id = this.#settings.model;
    const listed = this.#deps.models.listed(id);
    return listed ?? (id === "" ? undefined : { id, name: id, capabilities: {} });
  }

  #listen(): void {
    const { connection, clock, onDidHearRequests } = this.#deps;
    const { workspace, window, commands } = vscode;
    this.#register();
    const renew = (): void => {
      this.#round += 1;
      this.#settings = completionSettings.values();
      this.#files.renew();
      this.#hub.renew();
      this.#completer.renew();
      this.#edits.renew();
      this.#allowance.renew();
      void this.#allowance.check();
      this.#show();
    };
    const all: readonly vscode.Disposable[] = [
      commands.registerCommand(acceptedCommand, () => this.#completer.accepted()),
      workspace.onDidChangeTextDocument((event) => this.#changed(event)),
      workspace.onDidSaveTextDocument(() => this.#completer.saved()),
      workspace.onDidCloseTextDocument(({ uri }) => this.#completer.left(uri.toString())),
      window.onDidChangeActiveTextEditor(() => this.#completer.left(this.#file)),
      completionSettings.onDidChange(renew),
    ];
    for (const one of all) {
      this.#disposables.add(one);
    }
    this.#disposables.add(connection.onDidChangeHub(renew));
    this.#disposables.add(
      onDidChangeExclusions(() => {
        this.#files.renew();
        this.#edits.renew();
      }),
    );
    this.#disposables.add(connection.onDidHear((headers) => this.#allowance.heard(headers)));
    this.#disposables.add(
      onDidHearRequests((left) => this.#completer.limits.heard(clock.now(), left)),
    );
  }

  #changed({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
    if (contentChanges.length === 0 || document.uri.scheme === "output") {
      return;
    }
    const changes = contentChanges.map(({ range, rangeLength, text }) => ({
      start: { line: range.start.line, column: range.start.character },
      removed: rangeLength,
      text,
    }));
    this.#completer.changed(document.uri.toString(), changes, reason !== undefined);
    if (changes[0]) {
      this.#snippets.changed(document, changes[0]);
    }
  }

  #used(tokens: AskedTokens): void {
    const { estimated } = tokens;
    this.#rate =
      estimated === undefined
        ? this.#rate
        : withReport(this.#rate, { estimated, reported: tokens.prompt });
    this.#spent.add(tokens, this.#model?.pricing);
    this.#show();
    void this.#allowance.lookAtBudget();
  }

  get #why(): NoticeReason | undefined {
    const isAllowed = this.#allowance.isAllowed;
    return this.#fileReason ?? (isAllowed ? this.#completer?.why : "notAllowed");
  }

  #show(): void {
    const { clock } = this.#deps;
    const why = this.#why;
    const waitMs = this.#completer?.limits.waitMs(clock.now()) ?? 0;
    this.#stopLimit?.();
    this.#stopLimit =
      why !== undefined && waitMs > 0 ? clock.startTimer(() => this.#show(), waitMs) : undefined;
    this.#status.show({
      model: this.#model?.name ?? "",
      currency: this.#model?.pricing?.currency,
      spent: this.#spent.value,
      why: why && whyText(why, waitMs),
      isPaused: this.#isPaused,
    });
  }
}
