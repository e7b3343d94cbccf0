import { describe, expect, test } from "vitest";

import { isHarmlessGitConfig } from "../../../../src/agent/command/gitCommands.ts";
import { readPlainScript } from "../../../../src/agent/command/plainCommands.ts";

const pathsOf = (script: string) => readPlainScript(script)?.paths.map(({ path }) => path);

describe("commands that only read run without a question", () => {
  test.each<[string, readonly string[]]>([
    ["pwd", []],
    ["ls -la src test", ["src", "test"]],
    ["cat -n a.ts", ["a.ts"]],
    ["head -20 a; tail -n 5 b; tail -n5 -- -c", ["a", "b", "-c"]],
    ["wc -l a b", ["a", "b"]],
    ["grep -n 'x|y' a.ts b.ts", ["a.ts", "b.ts"]],
    ["grep -e x -A3 a.ts", ["a.ts"]],
    ["rg --smart-case -C 2 retry src/a.ts", ["src/a.ts"]],
    ["cat a | grep -i --color=never x | sort -k2,2n | uniq -c", ["a"]],
    ["sed -n '10,20p;30p;40,$p' a.ts", ["a.ts"]],
    ["sed -n -e 5p a.ts", ["a.ts"]],
    ["find src -name '*.ts' -not -path '*/x/*' -maxdepth 2", ["src"]],
    ["find . '(' -name a -o -newer b ')' -print", [".", "b"]],
    ["echo --- -n 'two words'", []],
    ["diff -u a b && cmp a b", ["a", "b", "a", "b"]],
    ["realpath --relative-to=src a", ["src", "a"]],
    ["git status --short", []],
    ["git --no-pager diff --stat HEAD -- src/a.ts", ["HEAD", "src/a.ts"]],
    ["git log --oneline -5 --format='%h %s' src", ["src"]],
    ["git show HEAD:src/a.ts", ["HEAD", "src/a.ts"]],
  ])("%s", (script, paths) => {
    expect(pathsOf(script)).toEqual(paths);
  });
});

describe("everything else asks", () => {
  test.each([
    "npm test",
    "cat a && npm test",
    "/bin/cat a",
    "./cat a",
    "PAGER=x git log",
    "env cat a",
    "xargs cat",
    "sudo ls",
    "printenv",
    "awk 1 a",
    "sh -c ls",
    "if true",
    "find . -exec rm a",
    "find . -delete",
    "find . -fprint a",
    "find -L .",
    "find . -maxdepth x",
    "find . -name",
    "sort -o out a",
    "sort --output=out a",
    "sort a -o out",
    "sort --compress-program=sh a",
    "uniq in out",
    "tail -f a",
    "tail -5f a",
    "grep -r x .",
    "grep -Rn x .",
    "grep -f patterns a",
    "rg x",
    "rg --pre sh x a",
    "rg -z x a",
    "diff -r a b",
    "sed 5p a",
    "sed -n 5w out a",
    "sed -n '1e id' a",
    "sed -n 5p -i a",
    "sed -i -n 5p a",
    "file -C -m a",
    "wc --files0-from=list",
    "ls -L a",
    "cat ''",
    "head -n x a",
    "nl --unknown a",
    "git push",
    "git -c core.pager=x log",
    "git -C /elsewhere status",
    "git diff --ext-diff",
    "git diff --output=x",
    "git diff --no-index a b",
    "git log --format=%G?",
    "git log --show-signature",
    "git show ':(top)a'",
    "git branch -D x",
    "constructor",
    "git toString",
    "__proto__ a",
  ])("%s", (script) => {
    expect(readPlainScript(script)).toBeUndefined();
  });
});

test("a file whose content is read is told from one that is only listed", () => {
  expect(readPlainScript("ls a && cat b")?.paths).toEqual([
    { path: "a", kind: "entry" },
    { path: "b", kind: "file" },
  ]);
});

test("only scripts with Git ask for the repository's configuration", () => {
  expect(readPlainScript("ls | cat")?.usesGit).toBe(false);
  expect(readPlainScript("ls; git diff")?.usesGit).toBe(true);
});

const usual =
  "core.repositoryformatversion\n0\0core.filemode\ntrue\0core.bare\nfalse\0remote.origin.url\ngit@example.com:a/b\0" +
  "remote.origin.fetch\n+refs/heads/*:refs/remotes/origin/*\0branch.feature/x.merge\nrefs/heads/feature/x\0";

test("the configuration of a usual clone is harmless", () => {
  expect(isHarmlessGitConfig(usual)).toBe(true);
});

test.each([
  "core.fsmonitor\nsh x",
  "core.hookspath\n.husky",
  "core.bare\ntrue",
  "core.bare",
  "core.worktree\n/",
  "diff.external\nx",
  "diff.any name.textconv\nx",
  "diff.a.b.command\nx",
  "filter.x.clean\nx",
  "gpg.program\nx",
  "include.path\n../x",
  "includeif.gitdir:/.path\nx",
  "remote.origin.promisor\ntrue",
  "extensions.partialclone\norigin",
  "extensions.worktreeconfig\ntrue",
  "submodule.x.url\ny",
  "alias.status\n!x",
  "core.pager\nx",
  "remote.x\ny.url.vcs\nz",
])("a configuration with %j asks", (entry) => {
  expect(isHarmlessGitConfig(`${usual}${entry}\0`)).toBe(false);
});
