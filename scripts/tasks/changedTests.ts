import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { build, type Metafile } from "esbuild";

import { root } from "../paths.ts";

/** What a test that mentions the pattern looks at without importing it: the product as built. */
const builtThings: readonly { readonly mention: RegExp; readonly entryPoint: string }[] = [
  { mention: /\bopenChat\b/u, entryPoint: "src/webview/main.tsx" },
  { mention: /\bopenSeller\b/u, entryPoint: "src/webview/seller/main.tsx" },
  { mention: /\bopenUsage\b/u, entryPoint: "src/webview/usage/main.tsx" },
  { mention: /\bopenConsole\b/u, entryPoint: "src/console/main.tsx" },
  { mention: /\bhubProgram\b/u, entryPoint: "src/hubServer/main.ts" },
  { mention: /\bagentProgram\b/u, entryPoint: "src/agentCli/program.ts" },
  { mention: /\bsearchProgram\b/u, entryPoint: "src/codeIndexNode/main.ts" },
  { mention: /"mcp\.mjs"/u, entryPoint: "src/mcp/program.ts" },
];

/** A change of one of these can change the result of any test; the graph of imports does not know them. */
const wholeTestFiles = ["package-lock.json", "vitest.config.mts", "tsconfig.base.json"];

/**
 * The test files that a change can reach: by their imports, by those of the pages and programs that they look at,
 * and tests that changed themselves. The change is that of the work tree against `revision`. Tests in an editor
 * reach everything, so only changed ones are among them. Tests that read the source as text are not found.
 */
export async function testsOfChanges(
  revision: string,
): Promise<{ readonly files: readonly string[]; readonly notes: readonly string[] }> {
  const changed = changedFiles(revision);
  const wholes = wholeTestFiles.filter((file) => changed.has(file));
  const notes = [
    `${changed.size} files changed since ${revision}.`,
    ...wholes.map((file) => `${file} changed: \`npm test\` is what proves it.`),
  ];
  const tests = globSync("test/**/*.test.ts", { cwd: root });
  const entryPoints = [...tests, ...builtThings.map(({ entryPoint }) => entryPoint)];
  const inputs = inputsByEntryPoint(await bundleGraph(entryPoints));
  const isTouched = (entryPoint: string): boolean =>
    inputs.get(entryPoint)?.some((file) => changed.has(file)) === true;
  const touchedThings = builtThings.filter(({ entryPoint }) => isTouched(entryPoint));
  const files = tests.filter((test) => {
    if (test.startsWith("test/e2e/")) {
      return changed.has(test);
    }
    const own = (inputs.get(test) ?? []).filter((file) => file.startsWith("test/"));
    return (
      isTouched(test) ||
      own.some((file) => touchedThings.some(({ mention }) => mention.test(textOf(file))))
    );
  });
  return {
    files,
    notes: [...notes, `${files.length} of ${tests.length} test files can notice it.`],
  };
}

function changedFiles(revision: string): ReadonlySet<string> {
  const tracked = gitLines("diff", "--name-only", revision);
  const untracked = gitLines("ls-files", "--others", "--exclude-standard");
  return new Set([...tracked, ...untracked]);
}

function gitLines(...args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync("git", [...args, "-z"], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) {
    throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
  }
  return stdout.split("\0").filter((line) => line !== "");
}

async function bundleGraph(entryPoints: readonly string[]): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    external: ["vscode"],
    loader: { ".css": "empty", ".ttf": "empty" },
    outdir: "unused",
    write: false,
    metafile: true,
    logLevel: "error",
  });
  return metafile;
}

function inputsByEntryPoint({ outputs }: Metafile): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.values(outputs).flatMap(({ entryPoint, inputs }) =>
      entryPoint === undefined ? [] : [[entryPoint, Object.keys(inputs)] as const],
    ),
  );
}

function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
