import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { AgentProgram, endOf, withoutToken } from "./agentProgram.ts";
import { chatAt, controlC } from "./chatLab.ts";
import { changeOne, command } from "./steps.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const isRequired = process.env["AI_HUB_REQUIRE_ALL"] === "1";

describe.skipIf(!hasPython && !isRequired)("at a terminal that Python opens", () => {
  const program = new AgentProgram();
  const { lab } = program;

  beforeAll(() => program.start(), 60_000);
  afterAll(() => lab.hubs.dispose());

  test("a card is answered by a key, and /undo takes the change back", async () => {
    const folder = lab.folder({ "a.txt": "one\n" });
    const chat = chatAt(program, program.flags(folder));
    await chat.sees("/help for commands");
    await chat.sees("> ");
    chat.types(`${lab.trajectory(changeOne)}\r`);
    await chat.sees("Do it?");
    chat.types("y");
    await chat.sees("Ready.");
    await chat.sees("done: 3 steps");
    expect(lab.read(folder, "a.txt")).toBe("two\n");
    await chat.sees("> ");
    chat.types("/undo\r");
    await chat.sees("As they were: 1.");
    expect(lab.read(folder, "a.txt")).toBe("one\n");
    await chat.sees("> ");
    chat.types("/undo\r");
    await chat.sees("Nothing of this chat is left to undo.");
    chat.types("/exit\r");
    await chat.sees("To go on: chat --resume");
    expect(await chat.ended()).toBe(0);
  });

  test("Control-C stops the run once and leaves the second time", async () => {
    const folder = lab.folder({});
    const wait = "echo x > begun; sleep 60";
    const chat = chatAt(program, [...program.flags(folder), "--yes", `command:${wait}`]);
    await chat.sees("> ");
    chat.types(`${lab.trajectory([command(wait), { text: "Never." }])}\r`);
    await expect.poll(() => existsSync(join(folder, "begun"))).toBe(true);
    chat.types(controlC);
    await chat.sees("Stopping. Control-C again leaves.");
    await chat.sees("stopped:");
    await chat.sees("> ");
    chat.types(controlC);
    expect(await chat.ended()).toBe(0);
    expect(chat.screen()).not.toContain("Never.");
  });

  test("at the prompt Control-C drops the line, then asks once more", async () => {
    const chat = chatAt(program, program.flags(lab.folder({})));
    await chat.sees("> ");
    chat.types("half a line");
    await chat.sees("half a line");
    chat.types(controlC);
    await chat.sees("> ");
    chat.types(controlC);
    expect(await chat.ended()).toBe(0);
  });

  test("a chat that is ended from outside during its first message ends", async () => {
    const folder = lab.folder({});
    const wait = "echo x > begun; sleep 60";
    const task = lab.trajectory([command(wait), { text: "Never." }]);
    const chat = chatAt(program, [...program.flags(folder), "--yes", `command:${wait}`, task]);
    await expect.poll(() => existsSync(join(folder, "begun"))).toBe(true);
    chat.ends();
    expect(await chat.ended()).toBe(0);
  });

  test("a chat that is ended from outside ends at its prompt, with a terminal and without", async () => {
    const flags = program.flags(lab.folder({}));
    const chat = chatAt(program, flags);
    await chat.sees("> ");
    chat.ends();
    expect(await chat.ended()).toBe(0);
    const child = program.spawn(["chat", ...flags, lab.trajectory([{ text: "Ready." }])]);
    child.stdout?.on("data", (data: Buffer) => {
      if (data.toString().includes("done:")) {
        child.kill("SIGTERM");
      }
    });
    await once(child, "close");
    expect(child.exitCode).toBe(0);
  });

  test("a pasted text of several lines is one message, and the history has it", async () => {
    const folder = lab.folder({});
    const task = lab.trajectory([{ text: "Got it." }]);
    const chat = chatAt(program, program.flags(folder));
    await chat.sees("> ");
    chat.types(`\u001B[200~Look at this:\r\nand ${task}\u001B[201~`);
    await chat.sees("Look at this:⏎and");
    chat.types("\r");
    await chat.sees("Got it.");
    await chat.sees("> ");
    chat.types("\u001B[A");
    await chat.sees("Look at this:⏎and");
    chat.types(controlC);
    chat.types("/exit\r");
    expect(await chat.ended()).toBe(0);
    const { lines } = await program.run(["runs", "--cwd", folder]);
    expect(lines).toEqual([expect.stringMatching(/Look at this:$/u)]);
  });

  test("40 columns and NO_COLOR: nothing but plain text, no line of ours is wider", async () => {
    const folder = lab.folder({ "a.txt": "one\n" });
    const chat = chatAt(program, program.flags(folder), 40, { NO_COLOR: "1" });
    await chat.sees("> ");
    chat.types("/help\r");
    await chat.sees("[?2004l");
    const shown = await chat.sees("twice, it leaves.");
    const widths = shown.split("\n").map((line) => line.trimEnd().length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(40);
    await chat.sees("> ");
    chat.types("/model\r");
    await chat.sees("* hub-script-play");
    chat.types("/model none\r");
    await chat.sees("The hub has no model none.");
    chat.types("/exit\r");
    expect(await chat.ended()).toBe(0);
    // oxlint-disable-next-line no-control-regex
    expect(chat.screen()).not.toMatch(/\u001B\[\d*m/u);
  });

  test("without a terminal each line is a message, and nobody is asked", async () => {
    const folder = lab.folder({ "a.txt": "one\n" });
    const child = program.spawn(["chat", ...program.flags(folder)]);
    child.stdin?.write(`${lab.trajectory(changeOne)}\n/nothing\n`);
    const { code, lines } = await endOf(child);
    expect(code).toBe(0);
    expect(lines.slice(-3)).toEqual([
      "Ready.",
      "refused: 3 steps, no files changed",
      "There is no command /nothing. All commands: /help",
    ]);
    expect(lab.read(folder, "a.txt")).toBe("one\n");
  });

  test("a chat that cannot begin says why, before its first prompt", async () => {
    const flags = program.flags(lab.folder({}));
    const none = await program.run(["chat", ...flags], withoutToken);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("A token is needed")]);
    const json = await program.run(["chat", "--json", ...flags]);
    expect([json.code, json.stderr]).toEqual([2, expect.stringContaining("chat takes no --json")]);
  });
});
