import { latin1Of } from "../encode/bytesText.ts";

const block = 512;
const sizeAt = 124;
const sizeLength = 12;
const nameLength = 100;

/** Members of a tar file (POSIX pax interchange format), also those that only hold longer names. */
export function tarMembers(
  bytes: Uint8Array,
): readonly { readonly name: Uint8Array; readonly content: Uint8Array }[] {
  const members: { readonly name: Uint8Array; readonly content: Uint8Array }[] = [];
  for (let at = 0; at + block <= bytes.length;) {
    const size = Number.parseInt(
      latin1Of(bytes.subarray(at + sizeAt, at + sizeAt + sizeLength)),
      8,
    );
    const start = at + block;
    const length = Math.max(0, size || 0);
    const nameEnd = bytes.indexOf(0, at);
    const name = bytes.subarray(at, Math.min(at + nameLength, Math.max(at, nameEnd)));
    members.push({ name, content: bytes.subarray(start, start + length) });
    at = start + Math.ceil(length / block) * block;
  }
  return members;
}
