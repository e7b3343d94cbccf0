import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../../src/", import.meta.url));
const files = globSync("**/*.{ts,tsx}", { cwd: source }).filter((file) => file.includes("/"));
const importPath = /(?:\bfrom|\bimport\(?)\s*"([^"]+)"/gu;

interface Room {
  /** The rooms whose code it may import. */
  readonly imports: ReadonlySet<string>;
  /** File of this room → the rooms that this file alone may import. */
  readonly exceptions: ReadonlyMap<string, string>;
  readonly isNode: boolean;
}

/** The rooms of the table at the top of `src/README.md`, in its order. */
const rooms = new Map<string, Room>();
for (const line of readFileSync(`${source}README.md`, "utf8").split("\n")) {
  const [name = "", , runsIn = "", mayImport = ""] = line.split("|").slice(1);
  const [room] = namesIn(name);
  if (room && mayImport) {
    rooms.set(room, roomOf(runsIn, mayImport));
  }
}

function roomOf(runsIn: string, mayImport: string): Room {
  const [general = "", ...special] = mayImport.split(";");
  const names = namesIn(general);
  const above = [...rooms.keys()].filter((room) => !names.includes(room));
  return {
    imports: new Set(general.trim().startsWith("every room above but") ? above : names),
    exceptions: new Map(special.map((text) => namesIn(text) as [string, string])),
    isNode: runsIn.includes("Node"),
  };
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([\w.]+)`/gu)].map(([, name = ""]) => name);
}

function refusal(file: string, path: string): string | undefined {
  const [name = ""] = file.split("/");
  if (path === "vscode") {
    return name === "extension" ? undefined : `${file}: only extension imports the editor`;
  }
  if (isBuiltin(path)) {
    return rooms.get(name)?.isNode ? undefined : `${file} runs without Node, but imports ${path}`;
  }
  const target = posix.join(posix.dirname(file), path);
  return !path.startsWith(".") || target === "../package.json" || isAllowed(file, target)
    ? undefined
    : `${file} imports ${target}: the map does not allow it`;
}

function isAllowed(file: string, target: string): boolean {
  const [[name = ""], [to = ""]] = [file.split("/"), target.split("/")];
  const room = rooms.get(name);
  return (
    to === name ||
    room?.imports.has(to) === true ||
    room?.exceptions.get(posix.relative(name, file)) === to
  );
}

test("the map has every room, and each imports only what it names there", () => {
  expect(new Set(files.map((file) => file.split("/")[0]))).toEqual(new Set(rooms.keys()));
  const refused = files.flatMap((file) =>
    [...readFileSync(source + file, "utf8").matchAll(importPath)].map(([, path = ""]) =>
      refusal(file, path),
    ),
  );
  expect(refused.length).toBeGreaterThan(5_000);
  expect(refused.filter((text) => text !== undefined)).toEqual([]);
});

test("an import against the map is refused", () => {
  expect(refusal("shared/text/x.ts", "../../hub/y.ts")).toContain("imports hub/y.ts");
  expect(refusal("webview/chat/a/x.ts", "../../../context/y.ts")).toContain("context/y.ts");
  expect(refusal("webview/chat/a/x.ts", "../../context/y.ts")).toBeUndefined();
  expect(refusal("agent/x.ts", "fs")).toContain("without Node");
  expect(refusal("dlp/x.ts", "node:fs")).toContain("without Node");
  expect(refusal("chat/x.ts", "vscode")).toContain("the editor");
  expect(refusal("hubServer/main.ts", "../sellerServer/y.ts")).toBeUndefined();
  expect(refusal("hubServer/app.ts", "../sellerServer/y.ts")).toContain("sellerServer/y.ts");
});
