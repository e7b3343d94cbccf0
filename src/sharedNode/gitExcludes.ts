import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";

import type { OuterExcludes } from "../shared/guarded/personExcludes.ts";
import { regularText } from "./regularFile.ts";

const maxBytes = 200_000;
const maxIncludes = 5;

interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * Git's ignore rules of this person for all repositories: `core.excludesFile` of the configuration, or
 * `~/.config/git/ignore`. Conditional includes are not followed.
 */
export function readPersonExcludes(
  { env, home }: Machine = { env: process.env, home: homedir() },
): string | undefined {
  const xdg = env["XDG_CONFIG_HOME"] ?? "";
  const config = xdg === "" ? join(home, ".config") : xdg;
  const global = env["GIT_CONFIG_GLOBAL"];
  const files = [
    ...(env["GIT_CONFIG_NOSYSTEM"] ? [] : ["/etc/gitconfig"]),
    ...(global === undefined ? [join(config, "git/config"), join(home, ".gitconfig")] : [global]),
  ];
  const named = files.flatMap((file) => excludesFilesIn(file, home, maxIncludes)).at(-1);
  return textOf(named ?? join(config, "git/ignore"));
}

/** `info/exclude` of the repository above `root`, or of a linked worktree's (gitrepository-layout(5)). */
export function readOuterExcludes(root: string): OuterExcludes | undefined {
  const top = topOf(root);
  if (top === undefined || (top === root && textOf(join(top, ".git")) === undefined)) {
    return undefined;
  }
  const text = textOf(join(commonFolderOf(top), "info/exclude"));
  return text === undefined
    ? undefined
    : { text, base: relative(top, root).split(sep).filter(Boolean).join("/") };
}

function topOf(folder: string): string | undefined {
  const parent = dirname(folder);
  if (existsSync(join(folder, ".git"))) {
    return folder;
  }
  return parent === folder ? undefined : topOf(parent);
}

function commonFolderOf(top: string): string {
  const git = join(top, ".git");
  const [, named] = /^gitdir: *(.+?)\s*$/u.exec(textOf(git) ?? "") ?? [];
  const own = named === undefined ? git : resolve(top, named);
  return resolve(own, textOf(join(own, "commondir"))?.trim() ?? "");
}

function excludesFilesIn(path: string, home: string, includesLeft: number): readonly string[] {
  let section = "";
  return (textOf(path) ?? "").split(/\r?\n/u).flatMap((line) => {
    const [, name, rest = line] = /^\s*\[\s*([^\]]{1,200}?)\s*\](.*)$/u.exec(line) ?? [];
    section = name?.toLowerCase() ?? section;
    const [, key = "", value = ""] = /^\s*([a-z]+)\s*=\s*(.*?)\s*$/iu.exec(rest) ?? [];
    const file = fileIn(value, { home, folder: dirname(path) });
    const entry = `${section}.${key.toLowerCase()}`;
    if (entry === "include.path" && includesLeft > 0) {
      return excludesFilesIn(file, home, includesLeft - 1);
    }
    return entry === "core.excludesfile" ? [file] : [];
  });
}

function fileIn(value: string, from: { readonly home: string; readonly folder: string }): string {
  const [, quoted, plain = ""] = /^(?:"((?:[^"\\]|\\.)*)"|([^#;]*))/u.exec(value) ?? [];
  const path = quoted?.replaceAll(/\\(.)/gu, "$1") ?? plain.trim();
  return path.startsWith("~/") ? join(from.home, path.slice(2)) : resolve(from.folder, path);
}

/** Follows links: many people keep their configuration elsewhere. */
function textOf(path: string): string | undefined {
  return regularText(path, maxBytes, true);
}
