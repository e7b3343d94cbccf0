import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../../src/", import.meta.url));
/** Floors of the folders inside a folder; "." is the folder's own files. */
const floors = JSON.parse(readFileSync(`${source}floors.json`, "utf8")) as Record<
  string,
  Record<string, number>
>;
const files = globSync("**/*.{ts,tsx,css}", { cwd: source });
const importPath = /(?:\bfrom|\bimport\(?)\s*"(\.[^"]+)"/gu;

/** Every import that stays inside one room: the importing file and the imported one, below `src`. */
const imports = files.flatMap((file) =>
  [...readFileSync(source + file, "utf8").matchAll(importPath)]
    .map(([, path = ""]) => ({ file, target: posix.join(posix.dirname(file), path) }))
    .filter(({ target }) => roomOf(target) === roomOf(file)),
);

/** The folder that holds both files, and where in it each of them lies. */
function meeting(file: string, target: string) {
  const [from, to] = [file.split("/"), target.split("/")];
  const shared = from.findIndex((name, index) => name !== to[index]);
  const place = (parts: readonly string[]) =>
    parts.length === shared + 1 ? "." : (parts[shared] ?? ".");
  return { folder: from.slice(0, shared).join("/"), from: place(from), to: place(to) };
}

test("a folder imports itself and lower floors of its own room", () => {
  const broken = imports.flatMap(({ file, target }) => {
    const { folder, from, to } = meeting(file, target);
    const table = floors[folder];
    if (!table || from === to) {
      return [];
    }
    const [above, below] = [table[from], table[to]];
    const isFine = above !== undefined && below !== undefined && above > below;
    return isFine
      ? []
      : [`${file} imports ${target}: ${folder} has ${from} ${above}, ${to} ${below}`];
  });
  expect(imports.length).toBeGreaterThan(1_000);
  expect(broken).toEqual([]);
});

test("every folder that the floors name exists, and every room with folders has floors", () => {
  const folders = new Set(files.map((file) => posix.dirname(file)));
  const rooms = new Set([...folders].filter((folder) => folder.includes("/")).map(roomOf));
  const named = Object.entries(floors).flatMap(([room, table]) =>
    Object.keys(table).map((name) => posix.join(room, name)),
  );
  const missing = named.filter(
    (name) => ![...folders].some((folder) => folder === name || folder.startsWith(`${name}/`)),
  );
  expect(missing).toEqual([]);
  expect([...rooms].filter((room) => !floors[room])).toEqual([]);
});

test("no file imports itself by way of others", () => {
  const targets = new Map(files.map((file) => [file, new Set<string>()]));
  for (const { file, target } of imports) {
    targets.get(file)?.add(target);
  }
  const isDone = new Set<string>();
  const circleFrom = (file: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(file)) {
      return [...way.slice(way.indexOf(file)), file];
    }
    if (isDone.has(file)) {
      return undefined;
    }
    for (const target of targets.get(file) ?? []) {
      const circle = circleFrom(target, [...way, file]);
      if (circle) {
        return circle;
      }
    }
    isDone.add(file);
    return undefined;
  };
  const circles = files.map((file) => circleFrom(file, [])).filter((circle) => circle);
  expect(circles).toEqual([]);
});

function roomOf(path: string): string {
  return path.split("/")[0] ?? "";
}
