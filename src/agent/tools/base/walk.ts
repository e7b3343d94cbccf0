import {
  excludesWith,
  type IgnoreFile,
  ignoreFileNames,
  IgnoreRules,
  type RefusedRules,
  repositoryExcludes,
} from "../../../context/ignoreRules.ts";
import { isExcluded } from "../../../shared/guarded/excludedPaths.ts";
import { isSecretFile } from "../../../shared/guarded/secretFiles.ts";
import { visibleText } from "../../../shared/text/visibleText.ts";
import type { Workspace, WorkspacePath } from "./workspace.ts";

const defaultFolders = 5_000;

export interface Walked {
  readonly files: readonly string[];
  readonly secrets: number;
  readonly isCut: boolean;
  readonly isIgnored: (path: string) => boolean;
  readonly refused: readonly RefusedRules[];
}

const maxRefused = 5;

export interface WalkOptions {
  readonly depth: number;
  readonly maxFiles: number;
  readonly maxFolders?: number;
  readonly exclude?: readonly string[];
  readonly signal: AbortSignal;
}

type ReadableFolder = Pick<Workspace, "locate" | "read" | "entries">;

/** Folder by folder; links are not followed. */
export async function walk(
  workspace: ReadableFolder,
  start: WorkspacePath,
  { depth, maxFiles, maxFolders = defaultFolders, exclude = [], signal }: WalkOptions,
): Promise<Walked> {
  const files: string[] = [];
  const excluded = new IgnoreRules([{ path: ".aihubignore", content: exclude.join("\n") }]);
  const rules = new IgnoreRules([
    ...(await excludesOfRepository(workspace)),
    ...(await ignoreFilesAbove(workspace, start)),
  ]);
  const root = start.shown === "." ? start.real : "";
  const isIgnored = (path: string): boolean =>
    isExcluded(`${root}/${path}`) ||
    [false, true].some(
      (isFolder) => rules.isIgnored(path, isFolder) || excluded.isIgnored(path, isFolder),
    );
  let open = [{ path: start, left: depth }];
  let [seen, secrets] = [0, 0];
  while (open.length > 0) {
    const next: typeof open = [];
    for (const { path, left } of open) {
      signal.throwIfAborted();
      seen += 1;
      const entries = await workspace.entries(path);
      const names = entries.map(({ name }) => name);
      rules.add(await ignoreFilesIn(workspace, path, names));
      const allowed = entries
        .map(({ name, isFolder }) => ({ name, shown: below(path.shown, name), isFolder }))
        .filter(
          ({ shown, isFolder }) =>
            !rules.isIgnored(shown, isFolder) && !excluded.isIgnored(shown, isFolder),
        );
      const secret = new Set(
        allowed.filter(
          ({ name, shown }) => isSecretFile(shown) || isExcluded(`${path.real}/${name}`),
        ),
      );
      secrets += [...secret].filter(({ isFolder }) => !isFolder).length;
      const kept = allowed.filter((entry) => !secret.has(entry));
      files.push(...kept.filter(({ isFolder }) => !isFolder).map(({ shown }) => shown));
      const folders = kept.filter(({ isFolder }) => isFolder && left > 1);
      const located = await Promise.all(folders.map(({ shown }) => workspace.locate(shown)));
      next.push(...located.map((folder) => ({ path: folder, left: left - 1 })));
      if (files.length > maxFiles || seen > maxFolders) {
        return {
          files: files.slice(0, maxFiles),
          secrets,
          isCut: true,
          isIgnored,
          refused: rules.refused,
        };
      }
    }
    open = next;
  }
  return { files, secrets, isCut: false, isIgnored, refused: rules.refused };
}

export function refusedNotices(refused: Walked["refused"]): readonly string[] {
  const shown = refused.slice(0, maxRefused).map(({ path }) => visibleText(path));
  return refused.length === 0
    ? []
    : [
        `the rules in ${shown.join(", ")}${refused.length > maxRefused ? " and others" : ""} cannot be used, so that everything below their folders is left out`,
      ];
}

function below(folder: string, name: string): string {
  return folder === "" || folder === "." ? name : `${folder}/${name}`;
}

async function excludesOfRepository(workspace: ReadableFolder): Promise<readonly IgnoreFile[]> {
  const { real: root } = await workspace.locate(".");
  const path = await workspace.locate(repositoryExcludes);
  if (path.kind !== "file" || !path.isInside) {
    return excludesWith(null, root);
  }
  const file = await workspace.read(path);
  return excludesWith("text" in file ? file.text : undefined, root);
}

async function ignoreFilesAbove(
  workspace: ReadableFolder,
  start: WorkspacePath,
): Promise<IgnoreFile[]> {
  const segments = start.shown === "." ? [] : start.shown.split("/");
  const folders = segments.map((_, index) => segments.slice(0, index).join("/"));
  const files = await Promise.all(
    folders.map(async (folder) => {
      const path = await workspace.locate(folder === "" ? "." : folder);
      return ignoreFilesIn(workspace, path, ignoreFileNames);
    }),
  );
  return files.flat();
}

async function ignoreFilesIn(
  workspace: ReadableFolder,
  folder: WorkspacePath,
  names: readonly string[],
): Promise<readonly IgnoreFile[]> {
  const present = ignoreFileNames.filter((name) => names.includes(name));
  const files = await Promise.all(
    present.map(async (name): Promise<IgnoreFile[]> => {
      const path = below(folder.shown, name);
      const file = await workspace.read(await workspace.locate(path));
      const isThere = "text" in file || file.problem !== "missing";
      return isThere ? [{ path, content: "text" in file ? file.text : undefined }] : [];
    }),
  );
  return files.flat();
}
