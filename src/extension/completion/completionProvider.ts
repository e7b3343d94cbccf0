import * as vscode from "vscode";

import { Completer } from "../../completion/completer.ts";
import type { Offer } from "../../completion/moment.ts";
import type { FileReason } from "../../completion/quiet.ts";
import { costOf, dayOf, readSpent, type Spent, withRequest } from "../../completion/spent.ts";
import { factorOf, type TokenRate, unknownRate, withReport } from "../../context/tokenRate.ts";
import { tightestBudget, usedShare } from "../../shared/budgets.ts";
import { DisposableStore } from "../../shared/lifecycle.ts";
import type { HubModel } from "../../shared/model.ts";
import type { DlpMode } from "../../shared/protection.ts";
import { signalOf } from "../editor/cancellation.ts";
import { completionSettings } from "../editor/completionSettings.ts";
import { AskHub, type AskedTokens } from "./askHub.ts";
import type { CompletionDeps, LoadedCompletion } from "./completionAccess.ts";
import { showCompletionMenu } from "./completionMenu.ts";
import { CompletionStatus } from "./completionStatus.ts";
import { whyText } from "./completionWords.ts";
import { momentOf } from "./documentMoment.ts";
import { FileGate } from "./fileGate.ts";
import { SnippetSources } from "./snippetSources.ts";

const acceptedCommand = "aiHub.completion.accepted";
const spentKey = "aiHub.completion.spent";
const gateMs = 3_000;
const budgetMs = 5 * 60_000;
const snippetShare = 0.25;

interface Gated {
  readonly reason: Promise<FileReason | undefined>;
  readonly at: number;
  readonly language: string;
}

/** Gives the editor its ghost text while completion is on; disposed, nothing of it listens. */
export class CompletionProvider implements LoadedCompletion, vscode.InlineCompletionItemProvider {
  readonly #deps: CompletionDeps;
  readonly #disposables = new DisposableStore();
  readonly #gate: FileGate;
  readonly #status = this.#disposables.add(new CompletionStatus());
  readonly #snippets: SnippetSources;
  readonly #completer: Completer;
  readonly #hub: AskHub;
  readonly #gated = new Map<string, Gated>();
  /** Files in which the person agreed to send placeholders instead of personal data. */
  readonly #masked = new Set<string>();
  #file = "";
  #fileReason: FileReason | undefined;
  #isPaused = false;
  /** Rises with what ends all that began before: a pause, other settings, another hub, turning off. */
  #round = 0;
  /** Completions that the hub allows in a minute, where it says so. */
  #hubPerMinute: number | undefined;
  #spent: Spent | undefined;
  #rate: TokenRate = unknownRate;
  #budget = { used: undefined as number | undefined, at: 0 };

  constructor(deps: CompletionDeps) {
    this.#deps = deps;
    const { connection, clock, files } = deps;
    this.#gate = new FileGate(files);
    this.#snippets = new SnippetSources(deps, this.#gate);
    this.#spent = readSpent(deps.memory.get(spentKey));
    this.#hub = new AskHub({
      completion: (request, signal) => connection.completion(request, signal),
      streamChat: deps.streamChat,
      model: () => this.#model,
      mode: (file) => modeFor(deps.dlpMode(), this.#masked.has(file)),
      scan: deps.scan,
      onUsed: (tokens) => this.#used(tokens),
    });
    this.#completer = new Completer({
      clock,
      ask: (hole, signal, file) => this.#hub.ask(file, hole, signal),
      findSnippets: async (place) =>
        completionSettings.otherFiles()
          ? await this.#snippets.find(place, completionSettings.promptTokens() * snippetShare)
          : [],
      limits: () => ({
        isChatRunning: deps.isTurnRunning(),
        budgetUsed: this.#budget.used,
        hubPerMinute: this.#hubPerMinute,
      }),
      options: () => ({
        promptTokens: completionSettings.promptTokens(),
        maxLines: completionSettings.maxLines(),
        delayMs: completionSettings.delayMs(),
        tokenRate: factorOf(this.#rate),
      }),
      onChange: () => this.#show(),
    });
    this.#listen();
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
    if (this.#isPaused && !isInvoked) {
      return [];
    }
    const moment = momentOf(document, position, { isInvoked });
    this.#file = moment.file;
    const round = this.#round;
    const reason = await this.#reasonAgainst(document);
    if (round !== this.#round) {
      return [];
    }
    if (this.#fileReason !== reason) {
      this.#fileReason = reason;
      this.#show();
    }
    if (reason !== undefined || token.isCancellationRequested) {
      return [];
    }
    const offer = await this.#completer.complete(moment, signalOf(token));
    const item = offer && itemOf(offer, { document, position, entry });
    return item ? [item] : [];
  }

  async trigger(): Promise<void> {
    await vscode.commands.executeCommand("editor.action.inlineSuggest.trigger");
  }

  async showMenu(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const file = editor?.document.uri.toString();
    await showCompletionMenu({
      isPaused: this.#isPaused,
      language: editor?.document.languageId,
      canMask:
        file !== undefined &&
        !this.#masked.has(file) &&
        this.#deps.dlpMode() === "warn" &&
        this.#completer.why === "sensitive",
      pause: (isPaused) => {
        this.#isPaused = isPaused;
        this.#round += 1;
        this.#completer.stop();
        this.#show();
      },
      mask: () => {
        this.#masked.add(file ?? "");
        this.#completer.renew();
      },
    });
  }

  dispose(): void {
    this.#round += 1;
    this.#completer.stop();
    this.#disposables.dispose();
  }

  get #model(): HubModel | undefined {
    const id = completionSettings.model();
    const listed = this.#deps.models.listed(id);
    return listed ?? (id === "" ? undefined : { id, name: id, capabilities: {} });
  }

  #listen(): void {
    const { connection, clock, onDidHearRequests } = this.#deps;
    const { workspace, window, languages, commands } = vscode;
    const renew = (): void => {
      this.#round += 1;
      this.#gated.clear();
      this.#hub.renew();
      this.#completer.renew();
      this.#budget = { used: undefined, at: 0 };
      this.#hubPerMinute = undefined;
      this.#show();
    };
    const all: readonly vscode.Disposable[] = [
      languages.registerInlineCompletionItemProvider({ pattern: "**" }, this),
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
    this.#disposables.add(connection.onDidChange(renew));
    this.#disposables.add(
      connection.onDidHear((headers) => {
        const limit = Number(headers.get("x-hub-completions-limit"));
        this.#hubPerMinute = limit > 0 ? limit : this.#hubPerMinute;
      }),
    );
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

  /** Rules are asked once in three seconds for a file, not at every key. */
  async #reasonAgainst(document: vscode.TextDocument): Promise<FileReason | undefined> {
    const key = document.uri.toString();
    const now = this.#deps.clock.now();
    const known = this.#gated.get(key);
    if (known && now - known.at < gateMs && known.language === document.languageId) {
      return await known.reason;
    }
    // Rules that cannot be read allow nothing.
    const reason = this.#gate.reasonAgainst(document).catch((): FileReason => "ignored");
    if (this.#gated.size > 50) {
      this.#gated.clear();
    }
    this.#gated.set(key, { reason, at: now, language: document.languageId });
    return await reason;
  }

  #used(tokens: AskedTokens): void {
    const { clock, memory } = this.#deps;
    const { estimated } = tokens;
    this.#rate =
      estimated === undefined
        ? this.#rate
        : withReport(this.#rate, { estimated, reported: tokens.prompt });
    this.#spent = withRequest(this.#spent, dayOf(clock.now()), {
      tokens: tokens.prompt + tokens.completion,
      cost: costOf(tokens, this.#model?.pricing),
    });
    void memory.update(spentKey, this.#spent);
    this.#show();
    void this.#lookAtBudget();
  }

  /** At 80 % of a budget completion comes only on demand: chats need the rest. */
  async #lookAtBudget(): Promise<void> {
    const now = this.#deps.clock.now();
    if (now - this.#budget.at < budgetMs) {
      return;
    }
    this.#budget = { ...this.#budget, at: now };
    // A hub without a report has no budget that we could see.
    const report = await this.#deps.connection
      .usage({ signal: new AbortController().signal })
      .catch(() => undefined);
    const tightest = tightestBudget(report?.budgets ?? []);
    this.#budget = { used: tightest && usedShare(tightest), at: now };
  }

  #show(): void {
    const { clock } = this.#deps;
    const why = this.#fileReason ?? this.#completer?.why;
    const waitMs = this.#completer?.limits.waitMs(clock.now()) ?? 0;
    this.#status.show({
      model: this.#model?.name ?? "",
      currency: this.#model?.pricing?.currency,
      spent: this.#spent?.day === dayOf(clock.now()) ? this.#spent : undefined,
      why: why && whyText(why, waitMs),
      isPaused: this.#isPaused,
    });
  }
}

/** Placeholders in place of silence, where the person agreed; what is to be blocked stays blocked. */
export function modeFor(mode: DlpMode, isMasked: boolean): DlpMode {
  return isMasked && mode === "warn" ? "mask" : mode;
}

/** The item for the editor. With an entry of the suggest list chosen, the text extends that entry, or there is none. */
function itemOf(
  { text, replaces }: Offer,
  {
    document,
    position,
    entry,
  }: {
    readonly document: vscode.TextDocument;
    readonly position: vscode.Position;
    readonly entry: vscode.SelectedCompletionInfo | undefined;
  },
): vscode.InlineCompletionItem | undefined {
  const end = position.translate(0, replaces);
  const command = { command: acceptedCommand, title: "" };
  if (!entry) {
    return new vscode.InlineCompletionItem(text, new vscode.Range(position, end), command);
  }
  const { start } = entry.range;
  const whole = document.getText(new vscode.Range(start, position)) + text;
  const isExtended = whole.startsWith(entry.text) && whole.length > entry.text.length;
  const last = end.isAfter(entry.range.end) ? end : entry.range.end;
  return isExtended
    ? new vscode.InlineCompletionItem(whole, new vscode.Range(start, last), command)
    : undefined;
}
