import * as vscode from "vscode";
import * as z from "zod/mini";

import { TokenStore } from "../../hub/tokens/tokenStore.ts";
import { createSellerTools } from "../../seller/chatTools/sellerTools.ts";
import { PortalTokens } from "../../seller/client/portalTokens.ts";
import { loadNcmTable } from "../../seller/contract/values/ncm.ts";
import type { JournalEntry } from "../../seller/write/journalEntry.ts";
import type { SellerAccess } from "../../seller/write/sellerAccess.ts";
import { type CalmLimits, defaultCalmLimits } from "../../seller/write/writeRisks.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import type { LocalHubControl } from "../connection/localHubControl.ts";
import { ownSetting } from "../editor/ownSettings.ts";
import { editorUi, showProblems } from "./editorUi.ts";
import type { EnvironmentInputsDeps } from "./environmentInputs.ts";
import { newDraft } from "./environments/assistantSteps.ts";
import { environmentsSetting } from "./environments/environmentsSetting.ts";
import { showProduction } from "./environments/productionStatus.ts";
import { SellerDesks } from "./environments/sellerDesks.ts";
import {
  credentialsPrefix,
  SellerCredentials,
  sharedTokens,
} from "./environments/sellerSecrets.ts";
import { SellerBack } from "./page/sellerBack.ts";
import { type SellerCommands, sellerCommands } from "./sellerCommands.ts";
import type { SellerFiles } from "./sellerFiles.ts";
import { SellerTab } from "./sellerTab.ts";
import { SellerTree } from "./sellerTree.ts";
import { sellerWords } from "./sellerWords.ts";

const percentSchema = z.number().check(z.gte(0), z.lte(1000));

/** Reads the person's own settings only; an invalid value means the default. */
function calmLimits(): CalmLimits {
  return {
    priceChange: ownPercent("seller.askPriceChange") ?? defaultCalmLimits.priceChange,
    stockChange: ownPercent("seller.askStockChange") ?? defaultCalmLimits.stockChange,
    share: ownPercent("seller.askShare") ?? defaultCalmLimits.share,
  };
}

function ownPercent(setting: string): number | undefined {
  return percentSchema.safeParse(ownSetting(setting)).data;
}

const choiceKey = "aiHub.seller.environment";
const mappingKey = "aiHub.seller.mappings";
const maxMappings = 50;
const dayMs = 24 * 60 * 60 * 1000;

export interface SellerFeatureDeps {
  readonly context: vscode.ExtensionContext;
  readonly localHub: LocalHubControl | undefined;
  readonly files: SellerFiles;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
}

export interface SellerFeature extends Disposable {
  readonly access: SellerAccess;
  readonly createTools: typeof createSellerTools;
  readonly commands: SellerCommands;
  readonly tree: SellerTree;
  restoreTab(panel: vscode.WebviewPanel): void;
}

export function createSellerFeature(deps: SellerFeatureDeps): SellerFeature {
  const { context, files, clock } = deps;
  const disposables = new DisposableStore();
  const inputs = createDesks(deps, disposables);
  const { desks } = inputs;
  const diagnostics = disposables.add(vscode.languages.createDiagnosticCollection("aiHub.seller"));
  const mcpPath = vscode.Uri.joinPath(context.extensionUri, "dist", "mcp.mjs").fsPath;
  const ui = editorUi(inputs, files, mcpPath);
  const back = disposables.add(
    new SellerBack({
      desks,
      ui,
      words: sellerWords,
      calm: calmLimits,
      journal: files.journal,
      storage: files.imports,
      tidyAfter: files.tidyAfter,
      profiles: files.profiles,
      mappings: keptMappings(context.globalState),
      showProblems: (uri, problems) => showProblems(diagnostics, uri, problems),
      isKnownNcm: once(loadNcmTable),
      clock,
      newId: () => crypto.randomUUID(),
    }),
  );
  const tab = disposables.add(new SellerTab(context.extensionUri, back));
  disposables.add(showProduction(desks));
  return {
    access: {
      desk: () => desks.desk(),
      onDidChange: (listener) => desks.onDidChangeDesk(listener),
      journal: (entry) => files.journal.append(entry),
      earlier: async () => await toolPrices(files.journal.entries(), clock.now() - dayMs),
    },
    createTools: createSellerTools,
    commands: sellerCommands({ inputs, files, back, tab }),
    tree: disposables.add(new SellerTree(back)),
    restoreTab: (panel) => tab.restore(panel),
    dispose: () => disposables.dispose(),
  };
}

function createDesks(
  { context, localHub, fetch, clock, userAgent }: SellerFeatureDeps,
  disposables: DisposableStore,
): EnvironmentInputsDeps {
  const store = disposables.add(new TokenStore(context.secrets, clock, credentialsPrefix));
  const credentials = new SellerCredentials(store);
  const tokens = new PortalTokens({
    fetch,
    clock,
    cache: sharedTokens(context.secrets),
    onWait: (ms) => {
      const seconds = Math.ceil(ms / 1000);
      const text = vscode.l10n.t("The portal asks to wait before the next token: {0} s.", seconds);
      vscode.window.setStatusBarMessage(text, ms);
    },
  });
  const desks = disposables.add(
    new SellerDesks({
      setting: environmentsSetting,
      credentials,
      tokens,
      localHub,
      choice: {
        get: () => context.globalState.get<string>(choiceKey),
        set: (id) => void context.globalState.update(choiceKey, id),
      },
      fetch,
      clock,
      userAgent,
    }),
  );
  return { desks, credentials, tokens, draft: newDraft() };
}

/** Returns price writes by tools and programs; an import has thousands of other writes. */
async function toolPrices(
  entries: AsyncIterable<JournalEntry>,
  since: number,
): Promise<readonly JournalEntry[]> {
  const writes: JournalEntry[] = [];
  for await (const entry of entries) {
    const isByPerson = entry.source === "csv" || entry.source === "form";
    if (entry.at >= since && entry.call === "savePrice" && !isByPerson) {
      writes.push(entry);
    }
  }
  return writes;
}

/** Column choices of earlier files, because files with the same columns arrive every week. */
function keptMappings(memory: vscode.Memento): {
  get(key: string): unknown;
  set(key: string, mapping: unknown): void;
} {
  const all = (): readonly (readonly [string, unknown])[] => memory.get(mappingKey) ?? [];
  return {
    get: (key) => all().find(([known]) => known === key)?.[1],
    set: (key, mapping) => {
      const others = all().filter(([known]) => known !== key);
      void memory.update(mappingKey, [...others.slice(-(maxMappings - 1)), [key, mapping]]);
    },
  };
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => (loading ??= load());
}
