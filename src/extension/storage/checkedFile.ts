import { createHash } from "node:crypto";

import { parseJson } from "../../shared/json.ts";
import { writeFileAtomically } from "./atomicFile.ts";
import { readIfThere } from "./conversationFolder.ts";

/** The content of a file as it was written: JSON, then bytes. */
export interface CheckedContent<T> {
  readonly head: T;
  readonly bytes: Buffer;
}

/**
 * Writes a file that can be rebuilt. The first line holds the format and the digest of the second
 * line, which is the JSON. A failing disk is no error: the file is written again next time.
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

/** The content, if the file is intact and has this format; then its shape is the one we wrote. */
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
  // The cast is sound: the digest proves that `writeChecked` wrote these bytes for this format. For
  // ten thousand conversations a schema would take several times as long as all the rest.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { head: parseJson(json.toString("utf8")) as T, bytes: content.subarray(jsonEnd + 1) };
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64url");
}
