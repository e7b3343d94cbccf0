import * as vscode from "vscode";

import type { Clock } from "../../../shared/base/clock.ts";
import { isSecretFile } from "../../../shared/guarded/secretFiles.ts";
import { baseName } from "../../../shared/text/baseName.ts";
import {
  type CodeReference,
  type FileReference,
  readReference,
} from "../../../shared/text/codeReference.ts";
import { findSymbol } from "./namedSymbols.ts";
import type { FileIndex, WorkspaceFile, WorkspaceFiles } from "./workspaceFiles.ts";

const maxSymbols = 12;
const atOnce = 8;
const symbolsMs = 3_000;

interface Place {
  readonly uri: vscode.Uri;
  readonly at: vscode.Position | undefined;
}

/**
 * Resolves file and symbol names in answers. Finds only files inside a workspace folder that are neither secret nor
 * ignored; an answer's text never becomes a URI or command.
 */
export class References {
  readonly #files: WorkspaceFiles;
  readonly #clock: Clock;
  readonly #names = new WeakMap<FileIndex, ReadonlyMap<string, readonly WorkspaceFile[]>>();

  constructor(files: WorkspaceFiles, clock: Clock) {
    this.#files = files;
    this.#clock = clock;
  }

  async existing(texts: readonly string[]): Promise<readonly number[]> {
    const references = texts.map(readReference);
    const found = new Set<number>();
    for (let at = 0; at < references.length; at += atOnce) {
      await Promise.all(
        references.slice(at, at + atOnce).map(async (reference, index) => {
          if (reference?.file && (await this.#fileOf(reference.file))) {
            found.add(at + index);
          }
        }),
      );
    }
    const left = references.map((reference, index) => (found.has(index) ? undefined : reference));
    return [...found, ...(await this.#namesIn(left))];
  }

  /** False if the text names no place. */
  async open(text: string): Promise<boolean> {
    const reference = readReference(text);
    const place =
      (reference?.file && (await this.#fileOf(reference.file))) ??
      (reference?.name === undefined ? undefined : await this.#symbolOf(reference.name));
    if (!place) {
      return false;
    }
    const selection = place.at && new vscode.Range(place.at, place.at);
    // `vscode.open` also shows pictures. The URI comes from our search, not from the answer.
    await vscode.commands.executeCommand("vscode.open", place.uri, { selection });
    return true;
  }

  async #namesIn(references: readonly (CodeReference | undefined)[]): Promise<readonly number[]> {
    const names = new Set(references.flatMap((reference) => reference?.name ?? []));
    const known = new Set<string>();
    const end = this.#clock.now() + symbolsMs;
    for (const name of [...names].slice(0, maxSymbols)) {
      if (this.#clock.now() < end && (await this.#symbolOf(name))) {
        known.add(name);
      }
    }
    return references.flatMap((reference, index) =>
      reference?.name !== undefined && known.has(reference.name) ? [index] : [],
    );
  }

  async #symbolOf(name: string): Promise<Place | undefined> {
    const found = await findSymbol(name, (uri) => this.#mayBeOpened(uri));
    return found && { uri: found.uri, at: found.range.start };
  }

  async #fileOf({ path, line, column }: FileReference): Promise<Place | undefined> {
    const uri = (await this.#below(path)) ?? (await this.#indexed(path))?.uri;
    const at =
      line === undefined
        ? undefined
        : new vscode.Position(line - 1, Math.max(0, (column ?? 1) - 1));
    return uri && { uri, at };
  }

  async #below(path: string): Promise<vscode.Uri | undefined> {
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      for (const relative of relativesTo(folder, path)) {
        const uri = vscode.Uri.joinPath(folder.uri, relative);
        if (await this.#isFile(uri)) {
          return uri;
        }
      }
    }
    return undefined;
  }

  async #indexed(path: string): Promise<WorkspaceFile | undefined> {
    const index = await this.#files.all();
    const named = this.#namesOf(index).get(baseName(path)) ?? [];
    const ends = named.filter(({ relative }) => `/${relative}`.endsWith(`/${path}`));
    const [only] = ends;
    return only && ends.length === 1 && (await this.#isFile(only.uri)) ? only : undefined;
  }

  #namesOf(index: FileIndex): ReadonlyMap<string, readonly WorkspaceFile[]> {
    const known = this.#names.get(index);
    if (known) {
      return known;
    }
    const names = new Map<string, WorkspaceFile[]>();
    for (const file of index.files) {
      const name = baseName(file.relative);
      const same = names.get(name) ?? [];
      names.set(name, same);
      same.push(file);
    }
    this.#names.set(index, names);
    return names;
  }

  async #isFile(uri: vscode.Uri): Promise<boolean> {
    if (isSecretFile(uri.path) || !vscode.workspace.getWorkspaceFolder(uri)) {
      return false;
    }
    try {
      const { type } = await vscode.workspace.fs.stat(uri);
      return (type & vscode.FileType.File) !== 0 && (await this.#mayBeOpened(uri));
    } catch {
      // No such file.
      return false;
    }
  }

  async #mayBeOpened(uri: vscode.Uri): Promise<boolean> {
    const isOwn = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
    return isOwn && (await this.#files.reasonAgainst(uri)) === undefined;
  }
}

/** Accepts relative and absolute paths, and paths that begin with the folder's name. */
function relativesTo(folder: vscode.WorkspaceFolder, path: string): readonly string[] {
  const isAbsolute = path.startsWith("/") || /^[A-Za-z]:/.test(path);
  const own = folder.uri.path.replace(/^\/(?=[A-Za-z]:)/, "");
  if (isAbsolute) {
    return path.startsWith(`${own}/`) ? [path.slice(own.length + 1)] : [];
  }
  return path.startsWith(`${folder.name}/`) ? [path, path.slice(folder.name.length + 1)] : [path];
}
