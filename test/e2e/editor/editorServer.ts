import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { chromium, type BrowserContext, type Page } from "playwright-core";

import { browserArgs, findBrowser, findPageBrowser } from "../../../scripts/browser.ts";
import { installServerEditor } from "../../../scripts/editors/installServerEditor.ts";
import {
  installExtension,
  runServerEditor,
  type RunningServerEditor,
} from "../../../scripts/editors/runServerEditor.ts";
import { newestEditor, oldestEditor } from "../../../scripts/editors/serverEditor.ts";
import { createLocalHubFetch } from "../../../src/agentNode/provenFetch.ts";
import { findLocalHub } from "../../../src/extension/connection/localHubFile.ts";
import { closeWindow } from "../pages/closeWindow.ts";
import { installPackage, type InstallWay } from "./installation.ts";
import { addLanguagePack } from "./languagePack.ts";
import { packProbe } from "./probe.ts";
import { quietSettings } from "./settings.ts";

export type EditorAge = "newest" | "oldest";

export interface ServerOptions {
  readonly age: EditorAge;
  /** Default: `vsix`. */
  readonly install?: InstallWay | undefined;
  /** The editor installed the probe before ours was added, so it keeps a list of installed extensions. */
  readonly isUsed?: boolean | undefined;
  /** Default: English. */
  readonly locale?: "pt-br" | undefined;
}

/** What a person has in the editor before it is opened. */
export interface PersonOptions {
  /** User settings, added to the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The person's own keys: key → command. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Content of the opened folder: path → text. */
  readonly files?: Readonly<Record<string, string>>;
}

const [endMs, lookMs] = [15_000, 50];

/** A running code-server with the packaged extension, and a browser for its windows. */
export class EditorServer {
  readonly base: string;
  readonly #age: EditorAge;
  readonly #server: RunningServerEditor;
  #context: BrowserContext | undefined;
  #earlierLogs: ReadonlySet<string> = new Set();

  private constructor(base: string, age: EditorAge, server: RunningServerEditor) {
    this.base = base;
    this.#age = age;
    this.#server = server;
  }

  static async start(options: ServerOptions): Promise<EditorServer> {
    const { age, install = "vsix", isUsed = false, locale } = options;
    // A short path: it holds sockets, whose paths are limited to about 100 bytes.
    const base = mkdtempSync(join(tmpdir(), "aih-"));
    const folders = { userData: join(base, "data"), extensions: join(base, "ext") };
    const editor = age === "newest" ? newestEditor : oldestEditor;
    try {
      const files = await installServerEditor(editor);
      mkdirSync(folders.extensions);
      if (locale !== undefined) {
        addLanguagePack(folders.userData, locale);
      }
      if (isUsed) {
        await installExtension(files, folders, packProbe(base));
      }
      await installPackage(install, editor, folders);
      const server = await runServerEditor({
        files,
        ...folders,
        log: join(base, "server.log"),
        env: { AI_HUB_HOME: join(base, "home") },
        ...(locale !== undefined && { locale }),
      });
      return new EditorServer(base, age, server);
    } catch (error) {
      rmSync(base, { recursive: true, force: true });
      throw error;
    }
  }

  get userData(): string {
    return join(this.base, "data");
  }

  /** `AI_HUB_HOME` of its extension: the folder of a local hub and its data. */
  get hubHome(): string {
    return join(this.base, "home");
  }

  get workspace(): string {
    return join(this.base, "workspace");
  }

  /** The origin of its windows in a browser. */
  get origin(): string {
    return new URL(this.#server.windowUrl(this.workspace)).origin;
  }

  /** Every log of the editor and its extension hosts since `becomeNew`. */
  get logs(): readonly string[] {
    return this.#allLogs().filter((path) => !this.#earlierLogs.has(path));
  }

  /** Nothing is left of an earlier person: windows, settings, secrets, conversations, the folder. */
  async becomeNew({ settings = {}, keys = {}, files = {} }: PersonOptions): Promise<void> {
    await this.closeWindows();
    this.#earlierLogs = new Set(this.#allLogs());
    for (const folder of [join(this.userData, "User"), this.hubHome, this.workspace]) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      mkdirSync(folder, { recursive: true });
    }
    writeFiles(this.workspace, files);
    writeFiles(join(this.userData, "User"), {
      "settings.json": JSON.stringify({ ...quietSettings, ...settings }),
      "keybindings.json": JSON.stringify(
        Object.entries(keys).map(([key, command]) => ({ key, command })),
      ),
    });
  }

  /** A page of the browser, with the window's address not yet opened. */
  async openPage(): Promise<Page> {
    this.#context ??= await this.#openBrowser();
    return this.#context.newPage();
  }

  windowUrl(): string {
    return this.#server.windowUrl(this.workspace);
  }

  /** Closes all windows, the local hub of their extension too, and empties what the browser stored for them. */
  async closeWindows(): Promise<void> {
    const context = this.#context;
    if (context) {
      await Promise.all(context.pages().map(closeWindow));
      try {
        await this.#untilHostsEnded();
      } finally {
        await this.#emptyStorage(context);
      }
    }
    await this.#endLocalHub();
  }

  /** Copies the logs since `becomeNew` into a folder. */
  keepLogs(results: string): void {
    for (const path of this.logs) {
      cpSync(path, join(results, relative(this.base, path)));
    }
  }

  /** Ends the editor and its windows; its logs are kept in `results`, if given. */
  async dispose(results?: string): Promise<void> {
    await this.#context?.browser()?.close();
    await this.#server.process.end();
    await this.#endLocalHub();
    if (results !== undefined) {
      this.keepLogs(results);
    }
    rmSync(this.base, { recursive: true, force: true, maxRetries: 5 });
  }

  async #emptyStorage(context: BrowserContext): Promise<void> {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    // The cache stays: with it the next window is loaded in half the time.
    const storageTypes = "cookies,file_systems,indexeddb,local_storage";
    await session.send("Storage.clearDataForOrigin", { origin: this.origin, storageTypes });
    await page.close();
  }

  async #endLocalHub(): Promise<void> {
    const hub = await findLocalHub(this.hubHome, createLocalHubFetch());
    if (hub) {
      process.kill(hub.pid, "SIGTERM");
    }
  }

  #allLogs(): readonly string[] {
    return globSync(["server.log", "data/logs/**/*.log"], { cwd: this.base }).map((path) =>
      join(this.base, path),
    );
  }

  async #openBrowser(): Promise<BrowserContext> {
    // What an older editor does otherwise is not its browser's doing: the quicker one is enough.
    const executablePath = this.#age === "oldest" ? findPageBrowser() : findBrowser();
    if (executablePath === undefined) {
      throw new Error("No Chromium, Chrome or Edge was found; AI_HUB_CHROMIUM may name one");
    }
    const browser = await chromium.launch({ executablePath, args: [...browserArgs] });
    const permissions = ["clipboard-read", "clipboard-write"];
    const context = await browser.newContext({ permissions });
    // On a machine that does much else an editor takes its time.
    context.setDefaultTimeout(60_000);
    return context;
  }

  /**
   * A host writes what is left when it ends, so it must be over before its files are deleted. The hosts of open windows have
   * ended. That of a window that reloaded itself may have missed its message; the server would keep it for hours.
   */
  async #untilHostsEnded(): Promise<void> {
    const hosts = this.logs.filter((path) => path.endsWith("remoteexthost.log"));
    const left = hosts.filter((path) => !hasEnded(path));
    left.forEach((path) => signalTo(path, "SIGTERM"));
    for (let waited = 0; !left.every(hasEnded); waited += lookMs) {
      if (waited >= endMs) {
        throw new Error(`An extension host did not end in ${endMs} ms`);
      }
      await delay(lookMs);
    }
  }
}

function hasEnded(hostLog: string): boolean {
  return (
    !existsSync(hostLog) ||
    /exiting with code/u.test(readFileSync(hostLog, "utf8")) ||
    !signalTo(hostLog, 0)
  );
}

/** False if the host's process is gone. */
function signalTo(hostLog: string, signal: "SIGTERM" | 0): boolean {
  const pid = Number(
    /Extension host with pid (\d+) started/u.exec(readFileSync(hostLog, "utf8"))?.[1],
  );
  try {
    return Number.isNaN(pid) || process.kill(pid, signal);
  } catch {
    return false;
  }
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}
