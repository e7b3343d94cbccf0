import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import * as z from "zod/mini";

import { definitionsOf } from "../../src/codeIndex/text/definitions.ts";
import { lineStarts } from "../../src/codeIndex/text/lines.ts";
import type { Repository } from "./repositories.ts";

/** What people ask for by name: not local variables, fields, imports or headings. */
const kinds = new Set(
  "class interface enum struct trait type typedef union module function func method singletonMethod macro".split(
    " ",
  ),
);
/** Longer names are not indexed. */
const maxName = 60;
/** Their own languages in ctags. */
const languages = "C#,Go,Java,JavaScript,PHP,Python,Ruby,Rust,TypeScript";

const tagSchema = z.object({
  name: z.string(),
  path: z.string(),
  line: z.number(),
  kind: z.string(),
  language: z.string(),
});
type Tag = z.infer<typeof tagSchema>;

interface Recall {
  found: number;
  all: number;
}

/** Prints which share of the definitions that Universal Ctags finds our patterns find on the same line. */
export function reportDefinitionRecall(repositories: readonly Repository[]): void {
  const version = spawnSync("ctags", ["--version"], { encoding: "utf8" }).stdout ?? "";
  if (!version.startsWith("Universal Ctags")) {
    console.log("Universal Ctags is not installed: the share of its definitions is not measured.");
    return;
  }
  const recalls = new Map<string, Recall>([["all", { found: 0, all: 0 }]]);
  for (const { files } of repositories) {
    for (const { path, line, name, language } of tagsOf(files)) {
      const isFound = ours(path, files.get(path) ?? "").has(`${line} ${name}`);
      for (const key of ["all", language]) {
        const recall = recalls.get(key) ?? { found: 0, all: 0 };
        recalls.set(key, recall);
        recall.all += 1;
        recall.found += isFound ? 1 : 0;
      }
    }
  }
  console.log(version.split(",")[0]);
  console.table(
    Array.from(recalls, ([language, { found, all }]) => ({
      language,
      definitions: all,
      "found by ours": (found / all).toFixed(3),
      goal: language === "all" ? "≥ 0.9" : "",
    })),
  );
}

const known = new Map<string, ReadonlySet<string>>();

/** Line and name of each definition in a text. */
function ours(path: string, text: string): ReadonlySet<string> {
  const found =
    known.get(text) ??
    new Set(
      definitionsOf(path, text, lineStarts(text)).map(({ name, line }) => `${line + 1} ${name}`),
    );
  known.set(text, found);
  return found;
}

function tagsOf(files: ReadonlyMap<string, string>): readonly Tag[] {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-ctags-"));
  try {
    for (const [path, text] of files) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const { stdout } = spawnSync(
      "ctags",
      [
        "-R",
        "--links=no",
        "--output-format=json",
        "--fields=+nKl",
        `--languages=${languages}`,
        "-f",
        "-",
        ".",
      ],
      { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 28 },
    );
    return stdout
      .split("\n")
      .filter((line) => line !== "")
      .flatMap((line) => {
        const tag = tagSchema.safeParse(JSON.parse(line));
        return tag.success &&
          kinds.has(tag.data.kind) &&
          tag.data.name.length <= maxName &&
          !/^(?:__?anon|anonymous)/iu.test(tag.data.name)
          ? [{ ...tag.data, path: relative(".", tag.data.path) }]
          : [];
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
