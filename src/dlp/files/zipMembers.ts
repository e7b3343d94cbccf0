import type { Unread } from "./inflated.ts";

interface ZipMember {
  readonly name: Uint8Array;
  readonly comment: Uint8Array;
  readonly packed: Uint8Array;
  readonly isDeflated: boolean;
  readonly fault?: Unread;
}

interface Entry {
  readonly flags: number;
  readonly method: number;
  readonly packedSize: number;
  readonly name: Uint8Array;
  readonly comment: Uint8Array;
  readonly offset: number;
}

const endSignature = 0x06_05_4b_50;
const entrySignature = 0x02_01_4b_50;
const localSignature = 0x04_03_4b_50;
const endLength = 22;
const entryLength = 46;
const localLength = 30;
const maxComment = 0xff_ff;

/** Traditional and strong encryption, and encrypted headers (APPNOTE 4.4.4). */
const encryptedFlags = (1 << 0) | (1 << 6) | (1 << 13);
const stored = 0;
const deflated = 8;

/**
 * Members by the directory (PKWARE's APPNOTE 6.3). Undefined if the directory is broken, members overlap as in a zip
 * bomb, or a size needs the format's 64-bit form, which no request can hold.
 */
export function zipMembers(bytes: Uint8Array): readonly ZipMember[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const end = endOfDirectory(view);
    const start = end - view.getUint32(end + 12, true);
    // Other bytes may precede the archive, as in a self-extracting program.
    const before = start - view.getUint32(end + 16, true);
    const entries = entriesIn(bytes, view, { start, end, count: view.getUint16(end + 10, true) });
    const members = entries?.map((entry) =>
      memberOf(bytes, view, { ...entry, offset: entry.offset + before }),
    );
    return members && areApart(members) ? members : undefined;
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

/** The comment behind the directory. */
export function zipComment(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bytes.subarray(endOfDirectory(view) + endLength);
}

function endOfDirectory(view: DataView): number {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - maxComment); at -= 1) {
    if (view.getUint32(at, true) === endSignature) {
      return at;
    }
  }
  throw new RangeError("The archive has no directory.");
}

function entriesIn(
  bytes: Uint8Array,
  view: DataView,
  { start, end, count }: { readonly start: number; readonly end: number; readonly count: number },
): readonly Entry[] | undefined {
  const entries: Entry[] = [];
  let at = start;
  while (at < end) {
    if (view.getUint32(at, true) !== entrySignature) {
      return undefined;
    }
    const nameLength = view.getUint16(at + 28, true);
    const nameAt = at + entryLength;
    const commentAt = nameAt + nameLength + view.getUint16(at + 30, true);
    const next = commentAt + view.getUint16(at + 32, true);
    entries.push({
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      name: bytes.subarray(nameAt, nameAt + nameLength),
      comment: bytes.subarray(commentAt, next),
      offset: view.getUint32(at + 42, true),
    });
    at = next;
  }
  return at === end && entries.length === count ? entries : undefined;
}

function memberOf(bytes: Uint8Array, view: DataView, entry: Entry): ZipMember {
  const { flags, method, packedSize, name, comment, offset } = entry;
  if (view.getUint32(offset, true) !== localSignature) {
    throw new RangeError("The directory names a place without a member.");
  }
  const start =
    offset + localLength + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedSize > bytes.length) {
    throw new RangeError("A member ends behind the archive.");
  }
  const packed = bytes.subarray(start, start + packedSize);
  const isEncrypted = (flags & encryptedFlags) !== 0;
  const isKnown = method === stored || method === deflated;
  const fault = isEncrypted ? "encrypted" : isKnown ? undefined : "unknown";
  return { name, comment, packed, isDeflated: method === deflated, ...(fault && { fault }) };
}

function areApart(members: readonly ZipMember[]): boolean {
  let end = 0;
  return members
    .map(({ packed }) => packed)
    .toSorted((one, other) => one.byteOffset - other.byteOffset)
    .every((packed) => {
      const isApart = packed.byteOffset >= end || packed.length === 0;
      end = Math.max(end, packed.byteOffset + packed.length);
      return isApart;
    });
}
