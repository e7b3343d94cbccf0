import { expect, test } from "vitest";

import { CodeIndex } from "../../../src/codeIndex/codeIndex.ts";
import {
  type FileAccess,
  type LeftOutFile,
  syncFiles,
  syncSome,
} from "../../../src/codeIndex/syncFiles.ts";

/** Files in memory that count what is read of them. */
class MemoryFiles implements FileAccess {
  readonly files = new Map<string, { bytes: Uint8Array; mtimeMs: number }>();
  readonly wasRead: string[] = [];

  write(path: string, content: string | Uint8Array, mtimeMs = 1): void {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    this.files.set(path, { bytes, mtimeMs });
  }

  stat(path: string) {
    const file = this.files.get(path);
    return Promise.resolve(file && { size: file.bytes.length, mtimeMs: file.mtimeMs });
  }

  read(path: string) {
    this.wasRead.push(path);
    return Promise.resolve(this.files.get(path)?.bytes);
  }
}

function setUp() {
  const access = new MemoryFiles();
  const leftOut = new Map<string, LeftOutFile>();
  const index = new CodeIndex(() => 0);
  const options = {
    access,
    leftOut,
    pause: () => Promise.resolve(),
    sliceMs: 8,
    signal: new AbortController().signal,
  };
  return { access, leftOut, index, options };
}

test("only what differs in size or time is read, and what is gone is dropped", async () => {
  const { access, index, options } = setUp();
  access.write("a.ts", "const a = 1;\n");
  access.write("b.ts", "const b = 1;\n");
  access.write("c.ts", "const c = 1;\n");
  expect(await syncFiles(index, ["a.ts", "b.ts", "c.ts"], options)).toEqual({
    read: 3,
    removed: 0,
  });
  access.write("b.ts", "const bee = 2;\n", 2);
  access.files.delete("c.ts");
  access.wasRead.length = 0;
  expect(await syncFiles(index, ["a.ts", "b.ts"], options)).toEqual({ read: 1, removed: 1 });
  expect(access.wasRead).toEqual(["b.ts"]);
  expect(index.paths()).toEqual(["a.ts", "b.ts"]);
});

test("an event for one file leaves the others as they are", async () => {
  const { access, index, options } = setUp();
  access.write("a.ts", "const a = 1;\n");
  access.write("b.ts", "const b = 1;\n");
  await syncFiles(index, ["a.ts", "b.ts"], options);
  access.files.delete("a.ts");
  expect(await syncSome(index, ["a.ts"], options)).toEqual({ read: 0, removed: 1 });
  expect(index.paths()).toEqual(["b.ts"]);
});

test("what is left out is known by its reason, and not read again", async () => {
  const { access, index, leftOut, options } = setUp();
  access.write("logo.png", "x");
  access.write("app.bin.ts", Uint8Array.of(1, 0, 2));
  access.write("min.js", "a".repeat(2_000));
  access.write("numbers.txt", "1234 5678\n".repeat(20));
  access.write("package-lock.json", "{}");
  access.write("app.js.map", "{}");
  access.write("large.ts", "x\n".repeat(300_000));
  access.write(".env", "TOKEN=abc\n");
  const paths = [...access.files.keys()];
  await syncFiles(index, paths, options);
  const reasons = [...leftOut].map(([path, { reason }]) => [path, reason]);
  expect(Object.fromEntries(reasons)).toEqual({
    "logo.png": "binary",
    "app.bin.ts": "binary",
    "min.js": "data",
    "numbers.txt": "data",
    "package-lock.json": "lockFile",
    "app.js.map": "sourceMap",
    "large.ts": "tooLarge",
  });
  access.wasRead.length = 0;
  await syncFiles(index, paths, options);
  expect(access.wasRead).toEqual([]);
});

test("a file that could not be read once is read when it can be, though neither its size nor its time changed", async () => {
  const { access, index, leftOut, options } = setUp();
  access.write("a.ts", "const a = 1;\n");
  const locked: FileAccess = {
    stat: (path) => access.stat(path),
    read: () => Promise.resolve(undefined),
  };
  await syncFiles(index, ["a.ts"], { ...options, access: locked });
  expect([...leftOut.values()].map(({ reason }) => reason)).toEqual(["unreadable"]);
  await syncFiles(index, ["a.ts"], options);
  expect(index.paths()).toEqual(["a.ts"]);
  expect([...leftOut]).toEqual([]);
});
