import * as vscode from "vscode";

import {
  excludesOf,
  type IgnoreFile,
  ignoreFileNames,
  IgnoreRules,
  repositoryExcludes,
} from "../../../context/ignoreRules.ts";
import { readBounded } from "../../editor/boundedFile.ts";

const maxRuleFiles = 1_000;
/**
 * Limits for one file and for all files of a folder. The longest hand-written ones have about ten
 * thousand bytes.
 */
const maxFileBytes = 200_000;
const maxBytes = 2_000_000;
/** Files read in parallel: reading one by one is slow, reading all at once is heavy. */
const atOnce = 16;

/**
 * Where rules are read: a workspace folder, the glob that is left out, and a check for links that
 * lead out.
 */
export interface RulePlace {
  readonly root: vscode.Uri;
  readonly leftOut: string;
  relative(uri: vscode.Uri): string;
  leadsElsewhere(uri: vscode.Uri): Promise<boolean>;
}

/**
 * The ignore rules of a workspace folder. The content of a file above the size limits is not used.
 */
export async function readRules(place: RulePlace): Promise<IgnoreRules> {
  const pattern = new vscode.RelativePattern(place.root, `**/{${ignoreFileNames.join(",")}}`);
  const uris = await vscode.workspace.findFiles(pattern, place.leftOut, maxRuleFiles);
  const inOrder = uris.toSorted((a, b) => rankOf(a) - rankOf(b));
  const excludes = await readBounded(
    vscode.Uri.joinPath(place.root, repositoryExcludes),
    maxFileBytes,
  );
  const files: IgnoreFile[] = excludes === undefined ? [] : [excludesOf(textIn(excludes))];
  let left = maxBytes;
  for (let start = 0; start < inOrder.length; start += atOnce) {
    const some = inOrder.slice(start, start + atOnce);
    const read = await Promise.all(some.map((uri) => readRuleFile(place, uri)));
    for (const file of read.filter((one) => one !== undefined)) {
      left -= file.content?.length ?? 0;
      files.push(left < 0 ? { ...file, content: undefined } : file);
    }
  }
  return new IgnoreRules(files);
}

/** Like git, does not follow a link that leads out of the workspace. */
async function readRuleFile(place: RulePlace, uri: vscode.Uri): Promise<IgnoreFile | undefined> {
  const path = place.relative(uri);
  if (await place.leadsElsewhere(uri)) {
    return undefined;
  }
  const bytes = await readBounded(uri, maxFileBytes);
  if (bytes === undefined) {
    return undefined;
  }
  return { path, content: textIn(bytes) };
}

function textIn(bytes: Uint8Array | "tooLarge"): string | undefined {
  return bytes === "tooLarge" ? undefined : new TextDecoder().decode(bytes);
}

/**
 * Files near the root come first, because they matter most. Within one folder our own file is last:
 * its rules win.
 */
function rankOf({ path }: vscode.Uri): number {
  const depth = path.split("/").length;
  return (
    depth * ignoreFileNames.length + ignoreFileNames.findIndex((name) => path.endsWith(`/${name}`))
  );
}
