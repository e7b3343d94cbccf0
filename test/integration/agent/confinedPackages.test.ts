import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { ConfinedPlace } from "./confinedPlace.ts";

let place: ConfinedPlace;
let [root, workspace] = ["", ""];
let commands: ConfinedPlace["commands"];

beforeEach(() => {
  place = new ConfinedPlace();
  ({ root, workspace, commands } = place);
});
afterEach(() => place.dispose());

function put(path: string, text: string): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), text);
}

function at(...names: readonly string[]): string {
  return join(workspace, ...names);
}

test("installed packages cannot be changed, and run as ever", async ({ skip }) => {
  skip((await commands.sandboxProblem()) !== undefined);
  const python = ".venv/lib/python3/site-packages";
  put("node_modules/p/index.js", "console.log('as installed');\n");
  put("packages/a/node_modules/q/index.js", "old");
  put(`${python}/q.py`, "old");
  const targets = [
    "node_modules/p/index.js",
    "packages/a/node_modules/q/index.js",
    `${python}/q.py`,
  ];
  const { text, moved } = await place.inside(
    [
      `for one in ${targets.join(" ")} node_modules/new.js ${python}/evil.pth; do`,
      "  echo evil 2>/dev/null > $one || echo refused",
      "done",
      "rm -rf node_modules 2>/dev/null || echo refused",
      "mv node_modules other 2>/dev/null || echo refused",
      `"${place.node()}" node_modules/p`,
    ].join("\n"),
  );
  expect(text).toBe(`${"refused\n".repeat(7)}as installed`);
  expect(moved).toEqual([]);
  expect(readFileSync(at(targets[1] ?? ""), "utf8")).toBe("old");
});

test("tools write their caches below the packages, which are gone after the command", async ({
  skip,
}) => {
  skip((await commands.sandboxProblem()) !== undefined);
  put("node_modules/p/index.js", "");
  put("node_modules/.cache/babel/a.json", "old");
  const { text } = await place.inside(
    [
      "cd node_modules; ls .cache",
      "mkdir -p .cache/babel .vite/vitest .vite-temp .tmp",
      "echo evil > .cache/babel/a.json; echo x > .vite/vitest/results.json; mv .vite/vitest .vite/b",
      "cat .cache/babel/a.json .vite/b/results.json",
    ].join("\n"),
  );
  expect(text).toBe("evil\nx");
  expect(readFileSync(at("node_modules", ".cache", "babel", "a.json"), "utf8")).toBe("old");
  expect(readdirSync(at("node_modules", ".vite"))).toEqual([]);
});

test("a link in place of a cache leads nowhere that can be written", async ({ skip }) => {
  skip((await commands.sandboxProblem()) !== undefined);
  put("node_modules/p/index.js", "");
  // The home is another one for a command, so that it can be written there.
  for (const [name, said] of [
    ["elsewhere", "refused"],
    ["home", ""],
  ] as const) {
    mkdirSync(join(root, name), { recursive: true });
    rmSync(at("node_modules", ".cache"), { force: true });
    symlinkSync(join(root, name), at("node_modules", ".cache"));
    const { text } = await place.inside("touch node_modules/.cache/x 2>/dev/null || echo refused");
    expect(text).toBe(said);
    expect(readdirSync(join(root, name))).toEqual([]);
  }
});

test("packages that a command made are moved away, a folder of caches alone stays", async ({
  skip,
}) => {
  skip((await commands.sandboxProblem()) !== undefined);
  const { moved } = await place.inside(
    [
      "mkdir -p src/node_modules/p a/node_modules/.vite b/.husky c/empty d",
      "touch src/node_modules/p/index.js a/node_modules/.vite/x; ln -s ../c/empty d/node_modules",
    ].join("\n"),
  );
  expect(moved).toEqual(["b/.husky", "d/node_modules", "src/node_modules"]);
  expect(existsSync(at("a", "node_modules", ".vite", "x"))).toBe(true);
});

test("a link by the name of what runs by itself is moved away, one that was there stays", async ({
  skip,
}) => {
  skip((await commands.sandboxProblem()) !== undefined);
  mkdirSync(at("packages", "old"), { recursive: true });
  mkdirSync(at("packages", "shared"));
  symlinkSync("../shared", at("packages", "old", "node_modules"));
  symlinkSync("../shared", at("packages", "old", ".git"));
  const { moved } = await place.inside(
    [
      "mkdir -p packages/x evil/hooks; ln -s ../../evil packages/x/.git",
      "ln -s ../../evil packages/x/node_modules; ln -s nowhere packages/x/.envrc",
      "mv packages/old packages/renamed; ln -s evil .git",
    ].join("\n"),
  );
  expect(moved).toEqual([
    ".git",
    "packages/x/.envrc",
    "packages/x/.git",
    "packages/x/node_modules",
  ]);
  expect(readdirSync(at("packages", "renamed")).toSorted()).toEqual([".git", "node_modules"]);
});
