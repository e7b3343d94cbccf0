import { base64Form } from "../encode/base64Form.ts";
import { bytesOf } from "../encode/bytesText.ts";
import { fileKindOf } from "./fileKind.ts";

export interface CarriedFile {
  readonly key: string;
  /** Absent for a link. */
  readonly bytes?: Uint8Array;
}

const textKeys: ReadonlySet<string> = new Set(["text", "content"]);
const linkKeys: ReadonlySet<string> = new Set(["image_url", "file_url", "video_url", "audio_url"]);
const typeKeys = ["media_type", "mime_type", "mimeType", "format"];

/** Blanks around `base64` are allowed (WHATWG's Fetch, data URLs). */
const dataAddress = /^\s*data:[^,]{0,2000};\s{0,20}base64\s{0,20},/iu;
const onlyBase64 = /^[\w+/=\s-]*$/u;

const leastLength = 24;
const headLength = 32;

/**
 * Files of a part in both vendors' forms: data addresses, base64 in the usual fields, base64 with the signature of a
 * file in any field, and links.
 */
export function filesIn(
  record: Readonly<Record<string, unknown>>,
  name: string,
): readonly CarriedFile[] {
  return Object.entries(record).flatMap(([key, value]) => {
    if (typeof value !== "string") {
      return [];
    }
    const bytes = value.length < leastLength ? undefined : fileBytes(value, key, record);
    return bytes ? [{ key, bytes }] : isLink(value, key, { ...record, name }) ? [{ key }] : [];
  });
}

function fileBytes(
  value: string,
  key: string,
  record: Readonly<Record<string, unknown>>,
): Uint8Array | undefined {
  const address = dataAddress.exec(value.slice(0, 2_100))?.[0];
  const encoded = address === undefined ? value : value.slice(address.length);
  const isField = address === undefined ? isFileField(key, record) : !textKeys.has(key);
  return isField || hasSignature(encoded) ? bytesOf(encoded, base64Form) : undefined;
}

function isFileField(key: string, record: Readonly<Record<string, unknown>>): boolean {
  const { type } = record;
  const isTyped = type === "base64" || typeKeys.some((name) => typeof record[name] === "string");
  return key === "file_data" || (key === "data" && isTyped && type !== "text");
}

function hasSignature(encoded: string): boolean {
  const head = bytesOf(encoded.trimStart().slice(0, headLength), base64Form);
  return fileKindOf(head) !== "other" && onlyBase64.test(encoded);
}

/** An address in a part, `{"type": "url"}` of Anthropic, or the id of an uploaded file. */
function isLink(
  value: string,
  key: string,
  { type, name }: Readonly<Record<string, unknown>>,
): boolean {
  if (value === "") {
    return false;
  }
  const isOfPart = linkKeys.has(String(name)) || type === "url";
  return (
    linkKeys.has(key) ||
    (key === "url" && isOfPart) ||
    (key === "file_id" && (typeof type === "string" || name === "file"))
  );
}
