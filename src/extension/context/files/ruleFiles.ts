import * as vscode from "vscode";

import {
  excludesWith,
  type IgnoreFile,
  ignoreFileNames,
  IgnoreRules,
  repositoryExcludes,
} from "../../../context/ignoreRules.ts";
import { readBounded } from "../../editor/boundedFile.ts";

const maxRuleFiles = 20_000;
/** In bytes, per file and per folder. The longest hand-written files have about 10,000. */
const maxFileBytes = 200_000;
/** In sum: a thousand projects, each with the 7 kB that templates have. */
const maxBytes = 8_000_000;
const atOnce = 16;

/** A workspace folder, the glob to exclude, and a check for links that leave it. */
export interface RulePlace {
  readonly root: vscode.Uri;
  readonly leftOut: string;
  relative(uri: vscode.Uri): string;
  leadsElsewhere(uri: vscode.Uri): Promise<boolean>;
}

export async function readRules(place: RulePlace): Promise<IgnoreRules> {
  const pattern = new vscode.RelativePattern(place.root, `**/{${ignoreFileNames.join(",")}}`);
  const uris = await vscode.workspace.findFiles(pattern, place.leftOut, maxRuleFiles);
  const inOrder = uris.toSorted((a, b) => rankOf(a) - rankOf(b));
  const excludes = await readBounded(
    vscode.Uri.joinPath(place.root, repositoryExcludes),
    maxFileBytes,
  );
  const root = place.root.scheme === "file" ? place.root.fsPath : undefined;
  const files = [...excludesWith(excludes === undefined ? null : textIn(excludes), root)];
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

/** Like git, does not follow a link out of the workspace. */
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

/** Files near the root first, because they matter most. In each folder our own file comes last: its rules win. */
function rankOf({ path }: vscode.Uri): number {
  const depth = path.split("/").length;
  return (
    depth * ignoreFileNames.length + ignoreFileNames.findIndex((name) => path.endsWith(`/${name}`))
  );
}
