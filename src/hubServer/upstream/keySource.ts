import { realpathSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";

import { isReadableByAll, openRegular } from "../../sharedNode/regularFile.ts";
import type { UpstreamRecord } from "../store/records.ts";

export type KeySource = NonNullable<UpstreamRecord["keyFrom"]>;

export interface KeyPolicy {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder for key files; undefined permits no file. */
  readonly folder: string | undefined;
  /** Files with the hub's own secrets, such as its database address. */
  readonly ownFiles: readonly string[];
}

export type ReadKey =
  | { readonly key: string; readonly warning?: string }
  | {
      readonly problem: string;
      readonly reason: "forbidden" | "missing";
    };

const maxKeyBytes = 4_096;
const variablePattern = /^AI_HUB_UPSTREAM_[A-Z0-9](?:[A-Z0-9_]*[A-Z0-9])?_KEY$/u;
const variableRule = "AI_HUB_UPSTREAM_<NAME>_KEY";

export function keyVariableOf(name: string): string {
  return `AI_HUB_UPSTREAM_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/gu, "_")}_KEY`;
}

/**
 * An administrator chooses source and address, but does not own the machine: only variables named as upstream keys are
 * read, and files that, with links resolved, are in the operator's folder. A file with several lines is never sent.
 */
export function readKey(source: KeySource, policy: KeyPolicy): ReadKey {
  return "variable" in source
    ? readVariable(source.variable, policy.environment)
    : readKeyFile(source.file, policy);
}

/** An id that is equal for the same variable, or the same file under any name. */
export function keySourceId(source: KeySource): string {
  if ("variable" in source) {
    return `variable ${source.variable}`;
  }
  try {
    const { dev, ino } = statSync(source.file, { bigint: true });
    return `file ${dev} ${ino}`;
  } catch {
    // Missing, a link to itself, or in a folder that the hub cannot read.
    return `file ${resolve(source.file)}`;
  }
}

function readVariable(name: string, environment: KeyPolicy["environment"]): ReadKey {
  if (!variablePattern.test(name)) {
    return forbidden(
      `The variable ${name} is not for keys of upstreams. Rename it where the hub is started to ${variableRule}, ` +
        `as AI_HUB_UPSTREAM_EXAMPLE_KEY.`,
    );
  }
  const key = environment[name]?.trim();
  return isKey(key) ? { key } : missing(`The variable ${name} has no key where the hub runs.`);
}

function readKeyFile(path: string, { folder, ownFiles }: KeyPolicy): ReadKey {
  if (folder === undefined) {
    return forbidden(
      `The hub reads no file ${path}: it was not told where files with keys are. Start it with --key-folder ` +
        `<folder>, or "key_folder" in its configuration; or use a variable ${variableRule}.`,
    );
  }
  const place = placeOf(path, folder);
  if (place === undefined) {
    return missing(`The hub cannot read the file ${path}.`);
  }
  const isOwn = ownFiles.some((own) => keySourceId({ file: own }) === keySourceId({ file: path }));
  if (!place.isInside || isOwn) {
    return forbidden(
      isOwn
        ? `The file ${path} holds a secret of the hub itself.`
        : `The file ${path} is not in the hub's folder for keys, ${folder}. Put the key there, not a link to it.`,
    );
  }
  const { text, isOpen = false } = textOf(place.real) ?? {};
  const key = text?.trim();
  const warning = `Every user of this machine can read its file ${path}. Give it the mode 600, in containers 0400.`;
  return isKey(key)
    ? { key, ...(isOpen && { warning }) }
    : missing(`The file ${path} holds no key.`);
}

function placeOf(
  path: string,
  folder: string,
): { readonly real: string; readonly isInside: boolean } | undefined {
  const root = realPathOf(folder);
  const real = realPathOf(path);
  if (root === undefined) {
    return undefined;
  }
  // The reply must not reveal other folders, so an unresolvable path is judged as written.
  const isInside = (real ?? resolve(path)).startsWith(root.endsWith(sep) ? root : root + sep);
  return real === undefined && isInside ? undefined : { real: real ?? path, isInside };
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // The reply does not distinguish missing from unreadable.
    return undefined;
  }
}

/** The file's text, and whether everybody can read it. */
function textOf(path: string): { readonly text: string; readonly isOpen: boolean } | undefined {
  try {
    const file = openRegular(path, maxKeyBytes);
    return file && file.bytes.length <= maxKeyBytes
      ? { text: file.bytes.toString("utf8"), isOpen: isReadableByAll(file.stats) }
      : undefined;
  } catch {
    // Deleted, or unreadable for the hub's user.
    return undefined;
  }
}

function isKey(text: string | undefined): text is string {
  return text !== undefined && /^[\u0021-\u007e]+$/u.test(text);
}

function forbidden(problem: string): ReadKey {
  return { problem, reason: "forbidden" };
}

function missing(problem: string): ReadKey {
  return { problem, reason: "missing" };
}
