import { readFile, stat } from "node:fs/promises";

import type { UpstreamRecord } from "../store/records.ts";

const maxKeyBytes = 4_096;

/**
 * The key of an upstream from where its record says it is: undefined if the record says nothing, or the
 * problem in words. A file with more than one line is no key, and is not sent anywhere.
 */
export async function readUpstreamKey(
  keyFrom: UpstreamRecord["keyFrom"],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly key: string | undefined } | { readonly problem: string }> {
  if (!keyFrom) {
    return { key: undefined };
  }
  if ("variable" in keyFrom) {
    const key = environment[keyFrom.variable]?.trim();
    return isKey(key)
      ? { key }
      : { problem: `The variable ${keyFrom.variable} has no key where the hub runs.` };
  }
  try {
    const file = await stat(keyFrom.file);
    const mayBeKey = file.isFile() && file.size <= maxKeyBytes;
    const key = mayBeKey ? (await readFile(keyFrom.file, "utf8")).trim() : undefined;
    return isKey(key) ? { key } : { problem: `The file ${keyFrom.file} holds no key.` };
  } catch {
    // Why not is for who may look at that machine.
    return { problem: `The hub cannot read the file ${keyFrom.file}.` };
  }
}

function isKey(text: string | undefined): text is string {
  return text !== undefined && /^[\u0021-\u007e]+$/u.test(text);
}
