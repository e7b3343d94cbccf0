import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { SellerDesks } from "../../../src/extension/seller/environments/sellerDesks.ts";
import { SellerCredentials } from "../../../src/extension/seller/environments/sellerSecrets.ts";
import { nodeSellerFiles } from "../../../src/extension/seller/files/nodeSellerFiles.ts";
import type { CsvInput } from "../../../src/extension/seller/import/csvInput.ts";
import type { ShownProblem } from "../../../src/extension/seller/import/importChecking.ts";
import { SellerBack } from "../../../src/extension/seller/page/sellerBack.ts";
import { SellerPage } from "../../../src/extension/seller/page/sellerPage.ts";
import type { SellerUi } from "../../../src/extension/seller/sellerUi.ts";
import type { SellerWords } from "../../../src/extension/seller/sellerWords.ts";
import { TokenStore } from "../../../src/hub/tokens/tokenStore.ts";
import { PortalTokens } from "../../../src/seller/client/portalTokens.ts";
import { type Clock, systemClock } from "../../../src/shared/base/clock.ts";
import { DisposableStore } from "../../../src/shared/base/lifecycle.ts";
import { type Client, RpcClient, RpcServer } from "../../../src/shared/base/rpc.ts";
import type { ImportState } from "../../../src/shared/sellerPage/sellerImport.ts";
import {
  sellerHostContract,
  sellerViewContract,
} from "../../../src/shared/sellerPage/sellerProtocol.ts";
import type { ReadingView } from "../../../src/shared/sellerPage/sellerState.ts";
import { channelPair } from "../../support/channelPair.ts";
import { startSandbox } from "../../support/sandboxServer.ts";
import { plainWords } from "./plainWords.ts";

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What a test does with a request instead of sending it, or undefined to send it. */
export type Intercept = (
  request: SentRequest,
  send: () => Promise<Response>,
) => Promise<Response> | undefined;

export interface LabOptions {
  readonly kind?: "sandbox" | "production";
  readonly codigoSeller?: number;
  readonly ambiente?: string;
  readonly language?: SellerWords["language"];
  /** The extension's folder, to be shared by a lab that follows. */
  readonly folder?: string;
  readonly portal?: RunningPortal;
  /** Where the portal is reached, if something is in between. */
  readonly baseUrl?: string;
  /** How many products the portal has, where that matters. */
  readonly productCount?: number;
  /** The lists whose place a person chose, as in the setting. */
  readonly lists?: object;
}

type RunningPortal = Awaited<ReturnType<typeof startSandbox>>;

/** The host's side of the seller page with a real sandbox, and a page that asks it. */
export class SellerLab implements AsyncDisposable {
  readonly portal: RunningPortal;
  readonly folder: string;
  readonly back: SellerBack;
  readonly page: Client<typeof sellerHostContract>;
  readonly sent: SentRequest[] = [];
  readonly copied: string[] = [];
  readonly opened: string[] = [];
  /** The lists whose choice was forgotten. */
  readonly forgotten: string[] = [];
  readonly saved: { readonly name: string; readonly text: string }[] = [];
  readonly problems: ShownProblem[] = [];
  readonly confirmations: string[] = [];
  /** The progress of lists as the page heard of it. */
  readonly read: ReadingView[] = [];
  /** How often garbage could be collected. */
  readonly tidied = { read: 0, write: 0 };
  /** What the person answers when production is to be confirmed. */
  confirms = true;
  /** In percent of the portal's records. */
  calmShare = 20;
  /** Of tests about other things: no change of a stock is asked about. */
  calmStock = 1000;
  picked: CsvInput | undefined;
  intercept: Intercept = () => undefined;
  readonly #disposables = new DisposableStore();
  readonly #isOurPortal: boolean;
  readonly #credentials: SellerCredentials;

  private constructor(portal: RunningPortal, options: LabOptions) {
    this.portal = portal;
    this.#isOurPortal = options.portal === undefined;
    this.folder = options.folder ?? mkdtempSync(join(tmpdir(), "seller-lab-"));
    const clock = systemClock;
    const store = new TokenStore(memorySecrets(), clock, "seller:");
    this.#credentials = new SellerCredentials(store);
    const fetch = this.#fetch;
    const desks = new SellerDesks({
      setting: { get: () => this.#setting(options), onDidChange: () => ({ dispose: () => {} }) },
      credentials: this.#credentials,
      tokens: new PortalTokens({ fetch, clock }),
      localHub: undefined,
      choice: { get: () => "lab", set: () => {} },
      fetch,
      clock,
      userAgent: "lab",
    });
    const files = nodeSellerFiles({ own: this.folder, shared: this.folder });
    this.back = this.#disposables.add(
      new SellerBack({
        desks,
        ui: this.#ui(),
        words: { ...plainWords, language: options.language ?? "en" },
        journal: files.journal,
        storage: files.imports,
        // Collections for the real hints would take half of the time of an import.
        tidyAfter: (work) => {
          this.tidied[work] += 1;
        },
        profiles: files.profiles,
        mappings: { get: () => undefined, set: () => {} },
        showProblems: (_, problems) => void this.problems.splice(0, Infinity, ...problems),
        calm: () => ({ priceChange: 50, stockChange: this.calmStock, share: this.calmShare }),
        isKnownNcm: () => Promise.resolve(() => true),
        clock: new HastyClock(),
        newId: randomUUID,
      }),
    );
    const { host, page } = channelPair();
    this.#disposables.add(new SellerPage(host, this.back, () => {}));
    this.page = new RpcClient(page, sellerHostContract).calls;
    const handlers = {
      showState: ignore,
      showReading: (reading: ReadingView) => (this.read.push(reading), {}),
      showImport: ignore,
      showForm: ignore,
    };
    this.#disposables.add(new RpcServer(page, sellerViewContract, handlers));
  }

  static async start(options: LabOptions = {}): Promise<SellerLab> {
    const portal =
      options.portal ??
      (await startSandbox({
        clock: systemClock,
        random: randomBytes,
        port: 0,
        productCount: options.productCount ?? 500,
      }));
    const lab = new SellerLab(portal, options);
    await lab.enterCredentials(portal.sandbox);
    return lab;
  }

  async enterCredentials(credentials: {
    readonly clientId: string;
    readonly clientSecret: string;
  }): Promise<void> {
    const profile = this.back.desks.selected;
    if (profile) {
      await this.#credentials.set(profile, credentials);
    }
  }

  /** Waits until the import is in one of these stages. */
  async imported(...stages: readonly ImportState["stage"][]): Promise<ImportState> {
    while (!stages.includes(this.back.import.state.stage)) {
      await new Promise<void>((resolve) => {
        const listening = this.back.import.onDidChange(() => {
          listening.dispose();
          resolve();
        });
      });
    }
    return this.back.import.state;
  }

  /** The writes of the portal that were sent, by method and path. */
  get writes(): readonly string[] {
    return this.sent
      .filter(({ method, url }) => method !== "GET" && !url.includes("/oauth/"))
      .map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposables.dispose();
    if (this.#isOurPortal) {
      await this.portal.close();
      rmSync(this.folder, { recursive: true, force: true });
    }
  }

  readonly #fetch: typeof fetch = async (input, init) => {
    const request: SentRequest = {
      method: init?.method ?? "GET",
      url: input instanceof Request ? input.url : input.toString(),
      headers: Object.fromEntries(new Headers(init?.headers).entries()),
      body: typeof init?.body === "string" ? init.body : undefined,
    };
    this.sent.push(request);
    const send = (): Promise<Response> => fetch(input, init);
    return await (this.intercept(request, send) ?? send());
  };

  #setting({
    kind = "sandbox",
    codigoSeller,
    ambiente,
    baseUrl,
    lists,
  }: LabOptions): readonly unknown[] {
    return [
      {
        id: "lab",
        name: "Lab",
        kind,
        baseUrl: baseUrl ?? this.portal.url,
        codigoSeller: codigoSeller ?? this.portal.sandbox.codigoSeller,
        codigoUsuario: 7,
        ...(ambiente !== undefined && { ambiente }),
        ...(lists && { lists }),
      },
    ];
  }

  #ui(): SellerUi {
    return {
      confirmProduction: (_, act) => {
        this.confirmations.push(act);
        return Promise.resolve(this.confirms);
      },
      confirmRisk: (question) => {
        this.confirmations.push(question);
        return Promise.resolve(this.confirms);
      },
      copy: (text) => Promise.resolve(void this.copied.push(text)),
      showText: (text) => Promise.resolve(void this.opened.push(text)),
      activeLanguage: () => "python",
      save: async (name, content) => {
        const parts: string[] = [];
        for await (const part of content) {
          parts.push(typeof part === "string" ? part : new TextDecoder().decode(part));
        }
        this.saved.push({ name, text: parts.join("") });
        return true;
      },
      pickCsv: () => Promise.resolve(this.picked),
      showLine: () => Promise.resolve(),
      showForPrograms: () => Promise.resolve(),
      addEnvironment: () => Promise.resolve(),
      chooseList: () => Promise.resolve(),
      forgetListChoice: (list) => Promise.resolve(void this.forgotten.push(list)),
      setCredentials: () => Promise.resolve(),
      openSettings: () => Promise.resolve(),
    };
  }
}

function ignore(): Record<string, never> {
  return {};
}

/** What waits has waited long enough at once: an import's pauses take no time. */
class HastyClock implements Clock {
  #skipped = 0;

  now(): number {
    return systemClock.now() + this.#skipped;
  }

  readonly startTimer = (callback: () => void, ms: number): (() => void) => {
    const timer = setImmediate(() => {
      this.#skipped += ms;
      callback();
    });
    return () => clearImmediate(timer);
  };
}

/** A file of which only the text is known. */
export function csvFile(text: string, name = "rows.csv"): CsvInput {
  const bytes = new TextEncoder().encode(text);
  return {
    name,
    uri: `file:///${name}`,
    size: bytes.length,
    stamp: () => Promise.resolve(String(bytes.length)),
    read: async function* read() {
      yield await Promise.resolve(bytes);
    },
  };
}

function memorySecrets(): ConstructorParameters<typeof TokenStore>[0] {
  const values = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(values.get(key)),
    store: (key, value) => Promise.resolve(void values.set(key, value)),
    delete: (key) => Promise.resolve(void values.delete(key)),
    onDidChange: () => ({ dispose: () => {} }),
  };
}
