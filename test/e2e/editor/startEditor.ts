import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { chromium, type BrowserContext } from "playwright-core";
import * as z from "zod/mini";

import { browserArgs, findBrowser, findPageBrowser } from "../../../scripts/browser.ts";
import { installServerEditor } from "../../../scripts/editors/installServerEditor.ts";
import {
  installExtension,
  runServerEditor,
  type RunningServerEditor,
} from "../../../scripts/editors/runServerEditor.ts";
import { newestEditor, oldestEditor } from "../../../scripts/editors/serverEditor.ts";
import { root } from "../../../scripts/paths.ts";
import { createLocalHubFetch } from "../../../src/agentNode/provenFetch.ts";
import { findLocalHub } from "../../../src/extension/connection/localHubFile.ts";
import { en } from "../../../src/webview/words/en.ts";
import { ptBr } from "../../../src/webview/words/ptBr.ts";
import { Workbench } from "../pages/workbench.ts";
import { installPackage, type InstallWay } from "./installation.ts";
import { addLanguagePack } from "./languagePack.ts";
import { installProbe, packProbe } from "./probe.ts";
import { quietSettings } from "./settings.ts";

type EditorAge = "newest" | "oldest";

export interface EditorOptions {
  /** Names its screenshots and kept logs: test-results/e2e/<age>/<name>/. */
  readonly name: string;
  /** Default: `AI_HUB_E2E_EDITOR`, else the newest. */
  readonly age?: EditorAge;
  readonly install?: InstallWay;
  /** With the probe extension beside ours; needs `install: "zip"`. */
  readonly hasProbe?: boolean;
  /**
   * The editor installed the probe before ours was added, so it keeps a list of installed
   * extensions.
   */
  readonly isUsed?: boolean;
  /** Default: English. */
  readonly locale?: "pt-br";
  /** User settings, added to the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The person's own keys: key → command. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Added to the editor's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Content of the opened folder: path → text. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  /** Whether our extension runs in the window, so that opening waits for it; default: true. */
  readonly hasOurs?: boolean;
}

const startMs = 90_000;
const draftSchema = z.object({ text: z.string() });

/** A running editor with the packaged extension, in its own folders. The caller disposes of it. */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  const age = options.age ?? ageFromEnvironment();
  // A short path: it holds sockets, whose paths are limited to about 100 bytes.
  const base = mkdtempSync(join(tmpdir(), "aih-"));
  const folders = { userData: join(base, "data"), extensions: join(base, "ext") };
  const workspace = join(base, "workspace");
  const hubHome = join(base, "home");
  try {
    const files = await installServerEditor(age === "newest" ? newestEditor : oldestEditor);
    mkdirSync(folders.extensions);
    mkdirSync(hubHome);
    mkdirSync(workspace);
    writeFiles(workspace, options.files ?? {});
    writeFiles(folders.userData, {
      "User/settings.json": JSON.stringify({ ...quietSettings, ...options.settings }),
      "User/keybindings.json": JSON.stringify(
        Object.entries(options.keys ?? {}).map(([key, command]) => ({ key, command })),
      ),
    });
    if (options.locale !== undefined) {
      addLanguagePack(folders.userData, options.locale);
    }
    if (options.isUsed === true) {
      await installExtension(files, folders, packProbe(base));
    }
    await installPackage(options.install ?? "vsix", files, folders);
    if (options.hasProbe === true) {
      installProbe(folders.extensions);
    }
    const server = await runServerEditor({
      files,
      ...folders,
      log: join(base, "server.log"),
      env: { AI_HUB_HOME: hubHome, ...options.env },
      ...(options.locale !== undefined && { locale: options.locale }),
    });
    return new Editor({ age, base, server, workspace, hubHome, options });
  } catch (error) {
    rmSync(base, { recursive: true, force: true });
    throw error;
  }
}

interface EditorParts {
  readonly age: EditorAge;
  readonly base: string;
  readonly server: RunningServerEditor;
  readonly workspace: string;
  readonly hubHome: string;
  readonly options: EditorOptions;
}

export class Editor {
  readonly #parts: EditorParts;
  readonly #results: string;
  #context: BrowserContext | undefined;

  constructor(parts: EditorParts) {
    this.#parts = parts;
    this.#results = join(root, "test-results", "e2e", parts.age, parts.options.name);
    rmSync(this.#results, { recursive: true, force: true });
    mkdirSync(this.#results, { recursive: true });
  }

  /** The folder that its windows show. */
  get workspace(): string {
    return this.#parts.workspace;
  }

  /** The folder of its extensions: one folder each, and the list of them. */
  get extensions(): string {
    return join(this.#parts.base, "ext");
  }

  /** The origin of its windows in a browser. */
  get origin(): string {
    return new URL(this.#parts.server.windowUrl(this.workspace)).origin;
  }

  /** The extension's files in the editor's global storage. */
  get globalStorage(): string {
    return join(this.#parts.base, "data", "User", "globalStorage", "aihub.ai-hub");
  }

  /** The drafts that the extension has stored. */
  drafts(): readonly string[] {
    return readdirSync(this.globalStorage, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith("draft.json"))
      .map((path) => readFileSync(join(this.globalStorage, path), "utf8"))
      .map((text) => draftSchema.parse(JSON.parse(text)).text);
  }

  /** `AI_HUB_HOME` of its extension: the folder of a local hub and its data. */
  get hubHome(): string {
    return this.#parts.hubHome;
  }

  /** Changes the file of user settings; windows that are opened or reloaded afterwards use them. */
  changeSettings(settings: Readonly<Record<string, unknown>>): void {
    const path = join(this.#parts.base, "data", "User", "settings.json");
    const known: unknown = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify(Object.assign({}, known, settings)));
  }

  /** Every log of the editor, its extension hosts and the hub so far. */
  logFiles(): readonly string[] {
    const { base, hubHome } = this.#parts;
    const folders = [join(base, "data", "logs"), hubHome];
    const logs = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".log"))
        .map((name) => join(folder, name)),
    );
    return [join(base, "server.log"), ...logs];
  }

  /**
   * Every file of the editor that contains this text: settings, storage, logs, extension,
   * workspace.
   */
  filesWith(text: string): readonly string[] {
    const { base } = this.#parts;
    return readdirSync(base, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => readFileSync(path).includes(text));
  }

  /** Opens another window of the same person: same settings, secrets and folder. */
  async openWindow(options: WindowOptions = {}): Promise<Workbench> {
    const { width = 1280, height = 860, hasOurs = true } = options;
    this.#context ??= await this.#openBrowser();
    const page = await this.#context.newPage();
    await page.setViewportSize({ width, height });
    await page.goto(this.#parts.server.windowUrl(this.workspace), { timeout: startMs });
    const words = this.#parts.options.locale === "pt-br" ? ptBr : en;
    const workbench = new Workbench(page, words, this.#results);
    if (hasOurs) {
      await workbench.waitUntilReady(startMs);
    }
    return workbench;
  }

  /** Ends the editor, its windows and its local hub, if any; its logs stay in test-results/. */
  async dispose(): Promise<void> {
    const { base, server, hubHome } = this.#parts;
    await this.#context?.browser()?.close();
    await server.process.end();
    const hub = await findLocalHub(hubHome, createLocalHubFetch());
    if (hub) {
      process.kill(hub.pid, "SIGTERM");
    }
    cpSync(join(base, "server.log"), join(this.#results, "server.log"));
    const logs = join(base, "data", "logs");
    if (existsSync(logs)) {
      cpSync(logs, join(this.#results, "logs"), { recursive: true });
    }
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  async #openBrowser(): Promise<BrowserContext> {
    // What an older editor does otherwise is not its browser's doing: the quicker one is enough.
    const executablePath = this.#parts.age === "oldest" ? findPageBrowser() : findBrowser();
    if (executablePath === undefined) {
      throw new Error("No Chromium, Chrome or Edge was found; AI_HUB_CHROMIUM may name one");
    }
    const browser = await chromium.launch({ executablePath, args: [...browserArgs] });
    return browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  }
}

function ageFromEnvironment(): EditorAge {
  return process.env["AI_HUB_E2E_EDITOR"] === "oldest" ? "oldest" : "newest";
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}
