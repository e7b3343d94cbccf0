import * as vscode from "vscode";

import { relativeSegments } from "../../edits/relativePath.ts";

export type ApplyTarget =
  | { readonly kind: "file"; readonly uri: vscode.Uri }
  | { readonly kind: "missing"; readonly uri: vscode.Uri }
  | { readonly kind: "several"; readonly uris: readonly vscode.Uri[] }
  /** The file is outside the workspace, or behind a symbolic link. */
  | { readonly kind: "refused" }
  | { readonly kind: "unknown" };

const maxFound = 20;
const { fs } = vscode.workspace;

/** Searches only inside the workspace, never through a symbolic link. */
export async function findTarget(fileName: string): Promise<ApplyTarget> {
  const open = openDocument(fileName);
  if (open) {
    return { kind: "file", uri: open };
  }
  const folders = vscode.workspace.workspaceFolders ?? [];
  const segments = relativeSegments(
    fileName,
    folders.map(({ uri }) => uri.path),
  );
  if (!segments) {
    return { kind: "refused" };
  }
  const places = folders.flatMap((folder) => placesIn(folder, segments, folders.length > 1));
  for (const place of places) {
    const state = await stateOf(place);
    if (state !== "missing") {
      return state === "file" ? { kind: "file", uri: place.uri } : { kind: "refused" };
    }
  }
  const found = await findByEnd(segments);
  const [first] = found;
  if (first) {
    return found.length === 1 ? { kind: "file", uri: first } : { kind: "several", uris: found };
  }
  const [place] = places;
  return place ? { kind: "missing", uri: place.uri } : { kind: "unknown" };
}

interface PlaceInFolder {
  readonly folder: vscode.WorkspaceFolder;
  readonly segments: readonly string[];
  readonly uri: vscode.Uri;
}

/** With several workspace folders a path may begin with a folder's name. */
function placesIn(
  folder: vscode.WorkspaceFolder,
  segments: readonly string[],
  hasOthers: boolean,
): readonly PlaceInFolder[] {
  const place = (parts: readonly string[]): PlaceInFolder => ({
    folder,
    segments: parts,
    uri: vscode.Uri.joinPath(folder.uri, ...parts),
  });
  const [first, ...rest] = segments;
  return hasOthers && first === folder.name && rest.length > 0
    ? [place(rest), place(segments)]
    : [place(segments)];
}

async function stateOf({
  folder,
  segments,
}: PlaceInFolder): Promise<"file" | "missing" | "refused"> {
  let uri = folder.uri;
  let type: vscode.FileType = vscode.FileType.Directory;
  for (const segment of segments) {
    uri = vscode.Uri.joinPath(uri, segment);
    try {
      ({ type } = await fs.stat(uri));
    } catch {
      // Missing or unreadable: the block may be a new file.
      return "missing";
    }
    if ((type & vscode.FileType.SymbolicLink) !== 0) {
      return "refused";
    }
  }
  return type === vscode.FileType.File ? "file" : "refused";
}

/** Files whose path ends with these segments: models often omit the beginning. */
async function findByEnd(segments: readonly string[]): Promise<readonly vscode.Uri[]> {
  const end = segments.join("/");
  const pattern = `**/${end.replaceAll(/[[\]{}*?!]/gu, "?")}`;
  const found = await vscode.workspace.findFiles(pattern, undefined, maxFound);
  const checked = await Promise.all(
    found.map(async (uri) => ((await isPlainFile(uri)) ? [uri] : [])),
  );
  return checked.flat().filter(({ path }) => path.endsWith(`/${end}`));
}

async function isPlainFile(uri: vscode.Uri): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) {
    return false;
  }
  const segments = relativeSegments(uri.path, [folder.uri.path]);
  return segments !== undefined && (await stateOf({ folder, segments, uri })) === "file";
}

function openDocument(fileName: string): vscode.Uri | undefined {
  return vscode.workspace.textDocuments.find(
    ({ uri }) => uri.scheme === "untitled" && uri.path === fileName,
  )?.uri;
}
