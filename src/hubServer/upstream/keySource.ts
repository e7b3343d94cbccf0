import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { resolve, sep } from "node:path";

import type { UpstreamRecord } from "../store/records.ts";

export type KeySource = NonNullable<UpstreamRecord["keyFrom"]>;

/** What the operator of the hub permits to be read as the key of an upstream. */
export interface KeyPolicy {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder below which files with keys lie; undefined permits no file. */
  readonly folder: string | undefined;
  /** Files below it that hold secrets of the hub itself, as the address of its database. */
  readonly ownFiles: readonly string[];
}

export type ReadKey =
  | { readonly key: string }
  | {
      /** What to do, in words. */
      readonly problem: string;
      readonly reason: "forbidden" | "missing";
    };

const maxKeyBytes = 4_096;
const variablePattern = /^AI_HUB_UPSTREAM_[A-Z0-9](?:[A-Z0-9_]*[A-Z0-9])?_KEY$/u;
const variableRule = "AI_HUB_UPSTREAM_<NAME>_KEY";

/** The variable for the key of an upstream of this name: `AI_HUB_UPSTREAM_<NAME>_KEY`. */
export function keyVariableOf(name: string): string {
  return `AI_HUB_UPSTREAM_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/gu, "_")}_KEY`;
}

/**
 * The key from where a record or the configuration says it is. An administrator of the hub chooses the source
 * and the address that gets the key, and is not the owner of the machine: so only variables that are named as
 * keys of upstreams are read, and only files that lie, links resolved, in the folder that the operator named.
 * A file with more than one line is no key, and is not sent anywhere.
 */
export function readKey(source: KeySource, policy: KeyPolicy): ReadKey {
  return "variable" in source
    ? readVariable(source.variable, policy.environment)
    : readKeyFile(source.file, policy);
}

/** Equal for two sources of one key: one variable, or one file under whatever name. */
export function keySourceId(source: KeySource): string {
  if ("variable" in source) {
    return `variable ${source.variable}`;
  }
  const file = statSync(source.file, { bigint: true, throwIfNoEntry: false });
  return file ? `file ${file.dev} ${file.ino}` : `file ${resolve(source.file)}`;
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
  const key = textOf(place.real)?.trim();
  return isKey(key) ? { key } : missing(`The file ${path} holds no key.`);
}

/** Links are resolved first; undefined where one of the two cannot be looked at. */
function placeOf(
  path: string,
  folder: string,
): { readonly real: string; readonly isInside: boolean } | undefined {
  const root = realPathOf(folder);
  const real = realPathOf(path);
  if (root === undefined) {
    return undefined;
  }
  // A path that leads nowhere is judged as it is written, so that the answer tells nothing of other folders.
  const isInside = (real ?? resolve(path)).startsWith(root.endsWith(sep) ? root : root + sep);
  return real === undefined && isInside ? undefined : { real: real ?? path, isInside };
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // Not there, or not for the hub's user; which of them is for who may look at that machine.
    return undefined;
  }
}

/** The text of a small ordinary file; it does not wait at a pipe, nor follow a link that came meanwhile. */
function textOf(path: string): string | undefined {
  // Windows has neither of the last two: they are undefined there, and count as 0.
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  try {
    const file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
    try {
      const stats = fstatSync(file);
      return stats.isFile() && stats.size <= maxKeyBytes ? readFileSync(file, "utf8") : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    // It went away, or is not for the hub's user.
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
