import { existsSync, lstatSync, readlinkSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { CommandLab } from "./commandLab.ts";

const ways = [
  { name: "files as old as a person's", isFresh: false, isInGit: false },
  { name: "files that were just written", isFresh: true, isInGit: false },
  { name: "files that Git has", isFresh: false, isInGit: true },
];

describe.each(ways)("with $name", ({ isFresh, isInGit }) => {
  const lab = CommandLab.forEach({ isFresh });

  /** What stands at a path, so that a folder, a link and a text are told apart. */
  function standing(name: string): string {
    const found = lstatSync(lab().at(name), { throwIfNoEntry: false });
    if (!found) {
      return "nothing";
    }
    return found.isSymbolicLink()
      ? `link to ${readlinkSync(lab().at(name))}`
      : found.isDirectory()
        ? "folder"
        : lab().read(name);
  }

  async function command(script: string): Promise<void> {
    if (isInGit) {
      lab().repository();
    }
    await lab().command(script);
  }

  test.each([
    [
      "a file that a command replaced by a folder",
      "rm src/a.ts; mkdir src/a.ts; echo x > src/a.ts/in",
    ],
    ["a folder that a command replaced by a file", "rm -r src; echo x > src"],
    ["a folder that a command moved and left a link for", "mv src moved; ln -s moved src"],
    [
      "a folder that a command moved out of the workspace and left a link for",
      "mv src ../moved; ln -s ../moved src",
    ],
    ["two files that a command swapped", "mv src/a.ts t; mv src/b.ts src/a.ts; mv t src/b.ts"],
    ["a file that a command replaced by a link", "rm src/a.ts; ln -s b.ts src/a.ts"],
  ])("%s comes back", async (_name, script) => {
    await command(script);
    const { failed } = await lab().goBack();
    expect(failed).toEqual([]);
    const expected = ["folder", "one\n", "b\n", "nothing"];
    expect(["src", "src/a.ts", "src/b.ts", "t"].map(standing)).toEqual(expected);
    // A folder that is older than the command may stay, without files.
    expect(existsSync(lab().at("moved/a.ts"))).toBe(false);
  });

  test.each([
    [
      "a folder in place of a file",
      "rm src/a.ts; mkdir src/a.ts; echo x > src/a.ts/in",
      "src/a.ts/in",
    ],
    ["a file in place of a folder", "rm -r src; echo x > src", "src"],
  ])("redo brings %s back", async (_name, script, made) => {
    await command(script);
    const { redo } = await lab().goBack();
    const { failed } = await lab().goBack(redo);
    expect([failed, standing(made)]).toEqual([[], "x\n"]);
  });
});
