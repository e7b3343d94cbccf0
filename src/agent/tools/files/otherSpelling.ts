import { problemText } from "../base/fileTexts.ts";
import type { FileProblem, Workspace, WorkspacePath } from "../base/workspace.ts";

/**
 * A note on a file that has the same letters in another Unicode form, for example `e` and an accent instead of `é`;
 * undefined if there is none. Most systems keep such names apart.
 */
export async function otherSpelling(
  path: WorkspacePath,
  workspace: Workspace,
): Promise<string | undefined> {
  const { shown, isInside, isOurs } = path;
  if (!isInside || isOurs || !/[^\x20-\x7e]/u.test(shown)) {
    return undefined;
  }
  let known = "";
  for (const part of shown.split("/")) {
    const folder = await workspace.locate(known === "" ? "." : known);
    if (!folder.isInside || folder.kind !== "folder") {
      return undefined;
    }
    const names = (await workspace.entries(folder)).map(({ name }) => name);
    const form = part.normalize();
    const name = names.includes(part) ? part : names.find((one) => one.normalize() === form);
    if (name === undefined) {
      return undefined;
    }
    known = known === "" ? name : `${known}/${name}`;
  }
  return known === shown
    ? undefined
    : `A file with these letters in another Unicode form is there: the JSON string ${asciiJson(known)}.`;
}

export async function problemWithSpelling(
  path: WorkspacePath,
  problem: FileProblem,
  workspace: Workspace,
): Promise<string> {
  const text = problemText(path, problem);
  const note = problem.problem === "missing" ? await otherSpelling(path, workspace) : undefined;
  return note === undefined ? text : `${text} ${note}`;
}

/** Escaped, because models compose letters when they repeat a name. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
