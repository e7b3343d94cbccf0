import { createHash } from "node:crypto";

import { parseJson } from "../../shared/json.ts";
import { writeFileAtomically } from "./atomicFile.ts";
import { readIfThere } from "./conversationFolder.ts";

/** What a file held when it was written: JSON, and bytes after it. */
export interface CheckedContent<T> {
  readonly head: T;
  readonly bytes: Buffer;
}

/**
 * Writes a copy of what can be made anew. The first line names the format and the digest of the second, which
 * is the JSON. A disk that refuses is no failure: the copy is made again next time.
 */
export async function writeChecked(
  path: string,
  format: string,
  { head, bytes = [] }: { readonly head: unknown; readonly bytes?: readonly Uint8Array[] },
): Promise<void> {
  const json = Buffer.from(JSON.stringify(head));
  const line = Buffer.from(`${format} ${digestOf(json)}\n`);
  const content = Buffer.concat([line, json, Buffer.from("\n"), ...bytes]);
  await writeFileAtomically(path, content).catch(() => undefined);
}

/** The content if the file is whole and of this format, so that its shape is what this program wrote. */
export async function readChecked<T>(
  path: string,
  format: string,
): Promise<CheckedContent<T> | undefined> {
  const content = await readIfThere(path).catch(() => undefined);
  const lineEnd = content?.indexOf("\n") ?? -1;
  const jsonEnd = content?.indexOf("\n", lineEnd + 1) ?? -1;
  if (!content || lineEnd === -1 || jsonEnd === -1) {
    return undefined;
  }
  const json = content.subarray(lineEnd + 1, jsonEnd);
  if (content.toString("utf8", 0, lineEnd) !== `${format} ${digestOf(json)}`) {
    return undefined;
  }
  // Sound: the digest says that these bytes are what `writeChecked` wrote for this format. A schema would
  // take several times as long as all the rest, for ten thousand conversations.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { head: parseJson(json.toString("utf8")) as T, bytes: content.subarray(jsonEnd + 1) };
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url");
}
