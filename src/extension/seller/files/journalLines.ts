import { type FileHandle, open } from "node:fs/promises";

export interface LinePlace {
  readonly file: string;
  /** Start and length are in bytes. */
  readonly start: number;
  readonly length: number;
}

const blockBytes = 1024 * 1024;
const newline = 0x0a;

/** Returns where the next reading begins: a line without an end is read again. */
export async function readLines(
  path: string,
  { start, end }: { readonly start: number; readonly end: number },
  onLine: (text: string, start: number, length: number) => void,
): Promise<number> {
  const file = await open(path, "r");
  try {
    let at = start;
    let block = Buffer.allocUnsafe(blockBytes);
    while (at < end) {
      const length = Math.min(block.length, end - at);
      const { bytesRead } = await file.read(block, { position: at, length });
      const whole = block.subarray(0, bytesRead).lastIndexOf(newline) + 1;
      if (whole === 0 && (bytesRead < block.length || at + bytesRead >= end)) {
        return at;
      }
      if (whole === 0) {
        block = Buffer.allocUnsafe(block.length * 2);
      }
      linesIn(block.subarray(0, whole), (text, from, size) => onLine(text, at + from, size));
      at += whole;
    }
    return at;
  } finally {
    await file.close();
  }
}

function linesIn(
  bytes: Buffer,
  onLine: (text: string, start: number, length: number) => void,
): void {
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(newline, start);
    if (end > start) {
      onLine(bytes.toString("utf8", start, end), start, end - start);
    }
    start = end + 1;
  }
}

/** Returns "" for a line whose file is gone. */
export async function linesAt(
  places: readonly LinePlace[],
  pathOf: (file: string) => string | undefined,
): Promise<readonly string[]> {
  const files = new Map<string, FileHandle>();
  const fileOf = async (key: string): Promise<FileHandle | undefined> => {
    const path = files.has(key) ? undefined : pathOf(key);
    const file = path === undefined ? undefined : await opened(path);
    if (file) {
      files.set(key, file);
    }
    return files.get(key);
  };
  const lines: string[] = [];
  try {
    for (const group of neighbours(places)) {
      const [first] = group;
      lines.push(...(await groupLines(group, first && (await fileOf(first.file)))));
    }
  } finally {
    await Promise.all([...files.values()].map((file) => file.close()));
  }
  return lines;
}

async function groupLines(
  group: readonly LinePlace[],
  file: FileHandle | undefined,
): Promise<readonly string[]> {
  if (!file) {
    return group.map(() => "");
  }
  const start = Math.min(...group.map((place) => place.start));
  const end = Math.max(...group.map((place) => place.start + place.length));
  const { buffer } = await file.read(Buffer.alloc(end - start), { position: start });
  return group.map((place) =>
    buffer.toString("utf8", place.start - start, place.start - start + place.length),
  );
}

function neighbours(places: readonly LinePlace[]): readonly (readonly LinePlace[])[] {
  const groups: LinePlace[][] = [];
  for (const place of places) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const isNear =
      first?.file === place.file && Math.abs(place.start - first.start) < blockBytes / 2;
    if (group && isNear) {
      group.push(place);
    } else {
      groups.push([place]);
    }
  }
  return groups;
}

async function opened(path: string): Promise<FileHandle | undefined> {
  // Another program may have archived it just now.
  return await open(path, "r").catch(() => undefined);
}
