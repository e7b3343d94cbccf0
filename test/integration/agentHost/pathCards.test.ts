import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { AgentCard } from "../../../src/shared/calls/agentCalls.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { AgentHostLab } from "./agentHostLab.ts";

const lab = new AgentHostLab();
let folder = "";
let outside = "";

beforeAll(async () => {
  await lab.start();
  outside = lab.agents.folder({ "keys.txt": "one\n", ".env": "one\n" });
  folder = lab.agents.folder({ ".env": "one\n", "real.md": "one\n" });
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "Makefile"), "one\n");
  linkSync(join(folder, "Makefile"), join(folder, "other.txt"));
  writeFileSync(join(folder, "docs", "guide.md"), "one\n");
  for (const [name, target] of [
    ["link.md", "real.md"],
    ["linked", "docs"],
    ["keys.txt", join(outside, "keys.txt")],
    ["config.txt", ".env"],
    ["out", outside],
  ] as const) {
    symlinkSync(target, join(folder, name));
  }
}, 60_000);
afterAll(() => lab.dispose());

/** The first card of a run that makes one call; it is rejected. */
async function cardOf(tool: string, args: object): Promise<AgentCard> {
  const clock = new FakeClock();
  const chat = await lab.open(folder, { clock });
  chat.send(lab.agents.trajectory([{ calls: [{ tool, args }] }, { text: "Done." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  clock.advance(500);
  chat.decide(card.id, false);
  await chat.ended();
  return card;
}

const edits = [{ old_text: "one", new_text: "two" }];

describe("a card says why its path is asked about", () => {
  test("a further name of a file that runs", async () => {
    const card = await cardOf("edit_file", { path: "other.txt", edits });
    expect(card).toMatchObject({ paths: ["other.txt"], warnings: ["otherNames"] });
  });

  test("a secret file of the workspace is not outside of it", async () => {
    const card = await cardOf("read_file", { path: ".env" });
    expect(card).toMatchObject({ kind: "outside", paths: [".env"], warnings: ["secretFile"] });
  });

  test("a file outside, which also holds secrets", async () => {
    const [plain, secret] = [join(outside, "keys.txt"), join(outside, ".env")];
    expect(await cardOf("read_file", { path: plain })).toMatchObject({
      paths: [plain],
      warnings: ["outsideWorkspace"],
    });
    expect(await cardOf("read_file", { path: secret })).toMatchObject({
      paths: [secret],
      warnings: ["secretFile", "outsideWorkspace"],
    });
  });

  test.each([
    ["read_file", { path: "config.txt" }, "config.txt → .env", ["secretFile", "followsLink"]],
    ["edit_file", { path: "link.md", edits }, "link.md → real.md", ["followsLink"]],
    [
      "edit_file",
      { path: "linked/guide.md", edits },
      "linked/guide.md → docs/guide.md",
      ["followsLink"],
    ],
  ])("%s by a link, which the card shows with its target", async (tool, args, path, warnings) => {
    expect(await cardOf(tool, args)).toMatchObject({ paths: [path], warnings });
  });

  test("a link that leads outside, to a file and to the folder of a command", async () => {
    const target = join(outside, "keys.txt");
    expect(await cardOf("read_file", { path: "keys.txt" })).toMatchObject({
      paths: [`keys.txt → ${target}`],
      warnings: ["outsideWorkspace", "followsLink"],
    });
    const command = { command: "touch made", purpose: "See", cwd: "out" };
    const card = await cardOf("run_command", command);
    expect(card).toMatchObject({ kind: "command", folder: `out → ${outside}` });
    expect(card.warnings.slice(0, 2)).toEqual(["outsideWorkspace", "followsLink"]);
  });
});

test("an edit by a link has a card of its own", async () => {
  const chat = await lab.open(folder);
  const calls = ["docs/guide.md", "link.md"].map((path) => ({
    tool: "edit_file",
    args: { path, edits },
  }));
  chat.send(lab.agents.trajectory([{ calls }, { text: "Done." }]));
  const card = await chat.until(() => chat.agent.view(chat.id).cards.at(0));
  expect(card).toMatchObject({ paths: ["docs/guide.md"], warnings: [] });
  chat.session.stop();
  await chat.ended();
});
