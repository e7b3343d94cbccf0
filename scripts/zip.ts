import { crc32, deflateRawSync } from "node:zlib";

/** 1980-01-01 12:00 as a zip file stores it: a fixed time makes builds identical byte for byte. */
const time = 12 << 11;
const date = (1 << 5) | 1;

/** Files are read and written by their owner and read by all, as Unix stores it. */
const attributes = 0o100_644 * 0x1_00_00;

/** Version 2.0 of the format: folders and deflate. With 3 in its upper byte, the attributes are those of Unix. */
const version = 20;
const madeBy = (3 << 8) | version;

/** The flag that says that names are UTF-8. */
const utf8Names = 1 << 11;

const deflated = 8;

const maxFiles = 0xff_ff;

/**
 * Files, by their paths with `/`, as a zip file (PKWARE's APPNOTE 6.3) in the order of their paths. Equal files give equal
 * bytes with one version of Node.
 * @throws RangeError above 65,535 files or 4 GiB, which would need the format's 64-bit form.
 */
export function zip(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const paths = Object.keys(files).toSorted();
  if (paths.length > maxFiles) {
    throw new RangeError(`${paths.length} files are too many for a zip file`);
  }
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const path of paths) {
    const content = files[path] ?? new Uint8Array();
    const name = Buffer.from(path);
    const packed = deflateRawSync(content, { level: 9, memLevel: 9 });
    const entry = entryFields(content, packed, name);
    const header = fields(30, [0x04_03_4b_50, 4], [version, 2], ...entry);
    locals.push(header, name, packed);
    const found = fields(46, [0x02_01_4b_50, 4], [madeBy, 2], [version, 2], ...entry);
    found.writeUInt32LE(attributes, 38);
    found.writeUInt32LE(offset, 42);
    directory.push(found, name);
    offset += header.length + name.length + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = directory.length / 2;
  const end: Field[] = [
    [0x06_05_4b_50, 4],
    [0, 4],
    [count, 2],
    [count, 2],
    [size, 4],
    [offset, 4],
  ];
  return Buffer.concat([...locals, ...directory, fields(22, ...end)]);
}

/** A number and how many bytes it has. */
type Field = readonly [value: number, bytes: number];

/** What a file's own header and its line in the directory have in common. */
function entryFields(content: Uint8Array, packed: Uint8Array, name: Uint8Array): readonly Field[] {
  return [
    [utf8Names, 2],
    [deflated, 2],
    [time, 2],
    [date, 2],
    [crc32(content), 4],
    [packed.length, 4],
    [content.length, 4],
    [name.length, 2],
  ];
}

/** Numbers one after the other, little-endian; the rest of the length is zero. */
function fields(length: number, ...values: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(length);
  let at = 0;
  for (const [value, size] of values) {
    at = bytes.writeUIntLE(value, at, size);
  }
  return bytes;
}
