import { createHash } from "node:crypto";

import { parseJson } from "../../shared/base/json.ts";
import { writeFileAtomically } from "./atomicFile.ts";
import { readIfThere } from "./conversationFolder.ts";
import { createSlices } from "./slices.ts";

export interface CheckedContent<T> {
  readonly items: readonly T[];
  readonly bytes: Buffer;
}

const itemsPerLook = 100;

/**
 * Writes a rebuildable file in slices. The first line holds format, JSON length and digest. Disk failures are ignored:
 * the next write retries.
 */
export async function writeChecked(
  path: string,
  format: string,
  {
    items,
    bytes = [],
  }: { readonly items: readonly unknown[]; readonly bytes?: readonly Uint8Array[] },
): Promise<void> {
  const pause = createSlices();
  const parts: Buffer[] = [];
  for (let start = 0; start < items.length; start += itemsPerLook) {
    await pause();
    const lines = items.slice(start, start + itemsPerLook).map((item) => JSON.stringify(item));
    parts.push(Buffer.from(`${lines.join("\n")}\n`));
  }
  const json = Buffer.concat(parts);
  const line = Buffer.from(`${format} ${json.length} ${digestOf(json)}\n`);
  await writeFileAtomically(path, Buffer.concat([line, json, ...bytes])).catch(() => undefined);
}

/** The items, in the form that we wrote. Undefined unless the file is intact and of this format. */
export async function readChecked<T>(
  path: string,
  format: string,
): Promise<CheckedContent<T> | undefined> {
  const content = await readIfThere(path).catch(() => undefined);
  const lineEnd = content?.indexOf("\n") ?? -1;
  if (!content || lineEnd === -1) {
    return undefined;
  }
  const head = content.toString("utf8", 0, lineEnd);
  const jsonEnd = lineEnd + 1 + Number(head.split(" ").at(-2));
  const json = content.subarray(lineEnd + 1, jsonEnd);
  if (head !== `${format} ${json.length} ${digestOf(json)}`) {
    return undefined;
  }
  return { items: await parsed<T>(json), bytes: content.subarray(jsonEnd) };
}

async function parsed<T>(json: Buffer): Promise<readonly T[]> {
  const pause = createSlices();
  const items: T[] = [];
  for (let start = 0; start < json.length;) {
    if (items.length % itemsPerLook === 0) {
      await pause();
    }
    const end = json.indexOf("\n", start);
    // The cast is sound: the digest proves that `writeChecked` wrote these bytes for this format. For
    // ten thousand conversations a schema would take several times as long as all the rest.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    items.push(parseJson(json.toString("utf8", start, end)) as T);
    start = end + 1;
  }
  return items;
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url");
}
