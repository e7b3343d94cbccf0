import { runsByName } from "../shared/guarded/guardedFiles.ts";
import { baseName } from "../shared/text/baseName.ts";
import { type IgnoreFile, ignoreFileNames, IgnoreRules } from "./ignoreRules.ts";

const folders = new Set(
  "node_modules bower_components __pycache__ .venv coverage .next .nuxt .svelte-kit .turbo .gradle .tox .pytest_cache".split(
    " ",
  ),
);
const names =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|(?:cargo|poetry|uv|composer|gemfile|pipfile|mix|flake|pubspec)\.lock|go\.sum)$|\.(?:min\.(?:js|css)|(?:js|css)\.map|g\.dart|pb\.go|tsbuildinfo|pyc)$|_pb2\.py$|\.generated\.[^.]+$/iu;
const maxRuleFiles = 200;

/**
 * For each path of a generated or ignored file, relative to the workspace: the name of its outermost generated
 * folder, or "" for a single file. Other paths have no entry. `read` gives ignore files; those among `paths` are not
 * read, because the run that changed them could hide its other changes.
 */
export async function generatedGroups(
  paths: readonly string[],
  read: (path: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, string>> {
  const inside = paths.filter((path) => !/^(?:\/|\.\.|[A-Za-z]:)/u.test(path));
  const changed = new Set(paths);
  const known = await rulesAbove(inside, async (path) =>
    changed.has(path) ? undefined : await read(path),
  );
  const rules = new IgnoreRules(known);
  return new Map(
    inside.flatMap((path) => {
      const group = groupOf(path, rules);
      return group === undefined ? [] : [[path, group] as const];
    }),
  );
}

function groupOf(path: string, rules: IgnoreRules): string | undefined {
  const above = foldersAbove(path);
  const folder = above.find((one) => folders.has(baseName(one)) || rules.isIgnored(one, true));
  if (folder !== undefined) {
    return baseName(folder);
  }
  const isGenerated = names.test(baseName(path)) || (rules.isIgnored(path) && !runsByName(path));
  return isGenerated ? "" : undefined;
}

/** Outermost first. */
function foldersAbove(path: string): readonly string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_name, index) => segments.slice(0, index + 1).join("/"));
}

async function rulesAbove(
  paths: readonly string[],
  read: (path: string) => Promise<string | undefined>,
): Promise<readonly IgnoreFile[]> {
  const above = new Set(["", ...paths.flatMap(foldersAbove)]);
  const own = [...above]
    .filter((folder) => !folder.split("/").some((name) => folders.has(name)))
    .toSorted((one, other) => one.split("/").length - other.split("/").length)
    .flatMap((folder) => ignoreFileNames.map((name) => (folder ? `${folder}/${name}` : name)));
  const files = own.slice(0, maxRuleFiles).map(async (path) => {
    const content = await read(path).catch(() => undefined);
    return content === undefined ? [] : [{ path, content }];
  });
  return (await Promise.all(files)).flat();
}
