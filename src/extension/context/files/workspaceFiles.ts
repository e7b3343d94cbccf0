import * as vscode from "vscode";

import { IgnoreRules } from "../../../context/ignoreRules.ts";
import { leadsElsewhere } from "../../../context/linkedFiles.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { exclusions, isExcluded } from "../../../shared/guarded/excludedPaths.ts";
import { isSecretFile } from "../../../shared/guarded/secretFiles.ts";
import { builtOnce } from "../../editor/laterPart.ts";
import type { Platform } from "../../view/platform.ts";
import { excludedText, refusalText, tooLargeText } from "./refusals.ts";
import { readRules } from "./ruleFiles.ts";

export interface WorkspaceFile {
  readonly uri: vscode.Uri;
  readonly relative: string;
  readonly path: string;
}

export interface FileIndex {
  readonly files: readonly WorkspaceFile[];
  /** Whether more files exist than are listed. */
  readonly isCut: boolean;
}

const maxFiles = 20_000;
const keptMs = 15_000;
/** Units of matching work (about 10 ms) before yielding to the editor. */
const workAtOnce = 1_000_000;
/** More warnings would hide each other. */
const maxTold = 20;
const emptyIndex: FileIndex = { files: [], isCut: false };

/** Folders with most of a workspace's files. Searches leave them out. */
const usuallyLeftOut = ["node_modules", ".git", ".hg", ".svn", "__pycache__", ".venv"];

/** Workspace files that are neither ignored nor likely to hold secrets. */
export class WorkspaceFiles {
  readonly #clock: Clock;
  readonly #realPath: Platform["realPath"];
  #index: { readonly at: number; readonly files: Promise<FileIndex> } | undefined;
  #known: FileIndex = emptyIndex;
  #rules = new Map<string, Promise<IgnoreRules>>();
  #rulesAt = 0;
  readonly #told = new Set<string>();
  readonly #secrets = builtOnce(async () => {
    const { SecretTexts } = await import("./secretTexts.ts");
    return new SecretTexts();
  });

  constructor(clock: Clock, realPath: Platform["realPath"]) {
    this.#clock = clock;
    this.#realPath = realPath;
  }

  get known(): FileIndex {
    return this.#known;
  }

  /** All files; the list is at most 15 seconds old. */
  all(): Promise<FileIndex> {
    const now = this.#clock.now();
    if (!this.#index || now - this.#index.at > keptMs) {
      this.forgetRules();
      const files = this.#find("**/*", maxFiles).then((index) => {
        this.#known = index;
        return index;
      });
      // The next call retries a failed search.
      files.catch(() => {
        this.#index = undefined;
      });
      this.#index = { at: now, files };
    }
    return this.#index.files;
  }

  forgetRules(): void {
    this.#rules = new Map();
    this.#rulesAt = this.#clock.now();
  }

  /** Files whose name contains the text, for workspaces too large for `all`. */
  named(text: string, token: vscode.CancellationToken): Promise<FileIndex> {
    const literal = text.replaceAll(/[^\p{L}\p{N}._-]/gu, "?");
    return this.#find(`**/*${literal}*`, 200, token);
  }

  /** `ignored` counts the files that rules exclude. */
  async below(folder: vscode.Uri): Promise<FileIndex & { readonly ignored: number }> {
    const pattern = new vscode.RelativePattern(folder, "**/*");
    const uris = await vscode.workspace.findFiles(pattern, leftOutGlob(), maxFiles);
    const files = await this.#offered(uris);
    return { files, isCut: uris.length >= maxFiles, ignored: uris.length - files.length };
  }

  /** Why a file is not offered; undefined if it is. */
  async reasonAgainst(
    uri: vscode.Uri,
  ): Promise<"excluded" | "secret" | "elsewhere" | "ignored" | undefined> {
    if (await this.excludes(uri)) {
      return "excluded";
    }
    if (isSecretFile(uri.path)) {
      return "secret";
    }
    if (await this.leadsElsewhere(uri)) {
      return "elsewhere";
    }
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (!folder) {
      return undefined;
    }
    if (await (await this.#secrets()).holdsSecret(uri)) {
      return "secret";
    }
    const rules = await this.#rulesOf(folder);
    const isIgnored = rules.isIgnored(relativePath(folder, uri));
    this.#tellRefused(folder, rules);
    return isIgnored ? "ignored" : undefined;
  }

  tellExcluded(uri: vscode.Uri): void {
    void vscode.window.showWarningMessage(excludedText(uri));
  }

  tellTooLarge(uri: vscode.Uri, maxBytes: number): void {
    this.#tellOnce(uri, tooLargeText(uri, maxBytes));
  }

  /** Whether a link leads to a file outside the workspace or to one that may hold secrets. */
  async leadsElsewhere(uri: vscode.Uri): Promise<boolean> {
    const realPath = this.#realPath;
    const folders = vscode.workspace.workspaceFolders ?? [];
    if (!realPath || uri.scheme !== "file" || !vscode.workspace.getWorkspaceFolder(uri)) {
      return false;
    }
    try {
      const [real = "", ...roots] = await Promise.all(
        [uri, ...folders.map((folder) => folder.uri)].map(
          async ({ fsPath }) => vscode.Uri.file(await realPath(fsPath)).path,
        ),
      );
      return leadsElsewhere(real, roots);
    } catch {
      // Missing or unreachable, so it is not read either.
      return false;
    }
  }

  /** True for an excluded file, which is reported to the person. */
  async refuses(uri: vscode.Uri): Promise<boolean> {
    const isOut = await this.excludes(uri);
    if (isOut) {
      this.tellExcluded(uri);
    }
    return isOut;
  }

  /** True if the organisation excludes the file or its target. */
  async excludes(uri: vscode.Uri): Promise<boolean> {
    if (isExcluded(uri.path)) {
      return true;
    }
    const real = this.#realPath;
    const mayBeLink = real && uri.scheme === "file" && exclusions().length > 0;
    return mayBeLink ? await real(uri.fsPath).then(isExcluded, () => false) : false;
  }

  async #find(glob: string, limit: number, token?: vscode.CancellationToken): Promise<FileIndex> {
    const uris = await vscode.workspace.findFiles(glob, leftOutGlob(), limit, token);
    return { files: await this.#offered(uris), isCut: uris.length >= limit };
  }

  async #offered(uris: readonly vscode.Uri[]): Promise<readonly WorkspaceFile[]> {
    const files: WorkspaceFile[] = [];
    const asked = new Map<IgnoreRules, vscode.WorkspaceFolder>();
    let work = 0;
    for (const uri of uris) {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      const relative = folder && relativePath(folder, uri);
      if (folder && relative !== undefined && !isSecretFile(relative) && !isExcluded(uri.path)) {
        const rules = await this.#rulesOf(folder);
        asked.set(rules, folder);
        const before = rules.work;
        if (!rules.isIgnored(relative)) {
          files.push({ uri, relative, path: vscode.workspace.asRelativePath(uri) });
        }
        work += rules.work - before;
        if (work > workAtOnce) {
          work = 0;
          await this.#rest();
        }
      }
    }
    for (const [rules, folder] of asked) {
      this.#tellRefused(folder, rules);
    }
    return files;
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.startTimer(resolve, 0);
    });
  }

  #tellRefused(folder: vscode.WorkspaceFolder, rules: IgnoreRules): void {
    for (const { path, reason } of rules.refused) {
      const uri = vscode.Uri.joinPath(folder.uri, path);
      this.#tellOnce(uri, refusalText(uri, reason));
    }
  }

  #tellOnce(uri: vscode.Uri, text: string): void {
    const key = uri.toString();
    if (!this.#told.has(key) && this.#told.size < maxTold) {
      this.#told.add(key);
      void vscode.window.showWarningMessage(text);
    }
  }

  #rulesOf(folder: vscode.WorkspaceFolder | undefined): Promise<IgnoreRules> {
    if (!folder) {
      return Promise.resolve(new IgnoreRules([]));
    }
    if (this.#clock.now() - this.#rulesAt > keptMs) {
      this.forgetRules();
    }
    const key = folder.uri.toString();
    const known = this.#rules.get(key);
    if (known) {
      return known;
    }
    const rules = readRules({
      root: folder.uri,
      leftOut: leftOutGlob(),
      relative: (uri) => relativePath(folder, uri),
      leadsElsewhere: (uri) => this.leadsElsewhere(uri),
    });
    this.#rules.set(key, rules);
    // The next call retries a failed read.
    rules.catch(() => this.#rules.delete(key));
    return rules;
  }
}

function relativePath(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string {
  const root = folder.uri.path.endsWith("/") ? folder.uri.path : `${folder.uri.path}/`;
  return uri.path.startsWith(root) ? uri.path.slice(root.length) : uri.path.replace(/^\/+/u, "");
}

function leftOutGlob(): string {
  return `**/{${usuallyLeftOut.join(",")}}/**`;
}
