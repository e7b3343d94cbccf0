import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod/mini";

import { root } from "../../../scripts/paths.ts";
import { isCode } from "../../../src/shared/base/errorCode.ts";
import { en } from "../../../src/webview/words/en/en.ts";
import { ptBr } from "../../../src/webview/words/ptBr/ptBr.ts";
import { Workbench } from "../pages/workbench.ts";
import {
  type EditorAge,
  EditorServer,
  type PersonOptions,
  type ServerOptions,
} from "./editorServer.ts";
import { atWorkerEnd, isWorkerShared } from "./workerEnd.ts";

export interface EditorOptions extends Partial<ServerOptions>, PersonOptions {
  /** Names its screenshots and kept logs: test-results/e2e/<age>/<name>/. */
  readonly name: string;
}

export interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  /** Whether our extension runs in the window, so that opening waits for it; default: true. */
  readonly hasOurs?: boolean;
}

const startMs = 90_000;
const draftSchema = z.object({ text: z.string() });
const shared = new Map<EditorAge, Promise<EditorServer>>();

/**
 * An editor with the packaged extension and nothing of an earlier test file. Files that need nothing special share
 * one server and browser per worker. The caller disposes of it.
 */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  const { age = ageFromEnvironment(), install, isUsed, locale } = options;
  const isShared = isWorkerShared() && install === undefined && locale === undefined;
  const server = await (isShared
    ? sharedServer(age)
    : EditorServer.start({ age, install, isUsed, locale }));
  await server.becomeNew(options);
  return new Editor({ server, age, isShared, options });
}

function sharedServer(age: EditorAge): Promise<EditorServer> {
  const known = shared.get(age);
  if (known) {
    return known;
  }
  const server = EditorServer.start({ age });
  shared.set(age, server);
  atWorkerEnd(async () => {
    await (await server).dispose();
  });
  return server;
}

interface EditorParts {
  readonly server: EditorServer;
  readonly age: EditorAge;
  readonly isShared: boolean;
  readonly options: EditorOptions;
}

export class Editor {
  readonly #parts: EditorParts;
  readonly #server: EditorServer;
  readonly #results: string;

  constructor(parts: EditorParts) {
    this.#parts = parts;
    this.#server = parts.server;
    this.#results = join(root, "test-results", "e2e", parts.age, parts.options.name);
    rmSync(this.#results, { recursive: true, force: true });
    mkdirSync(this.#results, { recursive: true });
  }

  /** The folder that its windows show. */
  get workspace(): string {
    return this.#server.workspace;
  }

  /** The folder of its extensions: one folder each, and the list of them. */
  get extensions(): string {
    return join(this.#server.base, "ext");
  }

  /** The origin of its windows in a browser. */
  get origin(): string {
    return this.#server.origin;
  }

  /** The person's folder of the editor. */
  get userData(): string {
    return this.#server.userData;
  }

  /** The extension's files in the editor's global storage. */
  get globalStorage(): string {
    return join(this.#server.userData, "User", "globalStorage", "aihub.ai-hub");
  }

  /** The drafts that the extension has stored. */
  drafts(): readonly string[] {
    const folder = this.globalStorage;
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith("draft.json"))
      .map((path) => readFileSync(join(folder, path), "utf8"))
      .map((text) => draftSchema.parse(JSON.parse(text)).text);
  }

  /** `AI_HUB_HOME` of its extension: the folder of a local hub and its data. */
  get hubHome(): string {
    return this.#server.hubHome;
  }

  /** Changes the file of user settings; windows that are opened or reloaded afterwards use them. */
  changeSettings(settings: Readonly<Record<string, unknown>>): void {
    const path = join(this.#server.userData, "User", "settings.json");
    const known: unknown = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify(Object.assign({}, known, settings)));
  }

  /** Every log of the editor, its extension hosts and the hub so far. */
  logFiles(): readonly string[] {
    const hubLogs = readdirSync(this.hubHome, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".log"))
      .map((name) => join(this.hubHome, name));
    return [...this.#server.logs, ...hubLogs];
  }

  /**
   * Every file of the editor that contains this text: settings, storage, logs, extension,
   * workspace. Looks anew if a file gets its final name meanwhile.
   */
  filesWith(text: string): readonly string[] {
    const paths = readdirSync(this.#server.base, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    try {
      return paths.filter((path) => readFileSync(path).includes(text));
    } catch (error) {
      if (isCode(error, "ENOENT")) {
        return this.filesWith(text);
      }
      throw error;
    }
  }

  /** Opens another window of the same person: same settings, secrets and folder. */
  async openWindow(options: WindowOptions = {}): Promise<Workbench> {
    const { width = 1280, height = 860, hasOurs = true } = options;
    const page = await this.#server.openPage();
    await page.setViewportSize({ width, height });
    await page.goto(this.#server.windowUrl(), { timeout: startMs });
    const words = this.#parts.options.locale === "pt-br" ? ptBr : en;
    const workbench = new Workbench(page, words, this.#results);
    if (hasOurs) {
      await workbench.waitUntilReady(startMs);
    }
    return workbench;
  }

  /** Ends its windows and its local hub, if any, and the editor unless it is shared; its logs stay in test-results/. */
  async dispose(): Promise<void> {
    if (this.#parts.isShared) {
      await this.#server.closeWindows();
      this.#server.keepLogs(this.#results);
    } else {
      await this.#server.dispose(this.#results);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}

function ageFromEnvironment(): EditorAge {
  return process.env["AI_HUB_E2E_EDITOR"] === "oldest" ? "oldest" : "newest";
}
