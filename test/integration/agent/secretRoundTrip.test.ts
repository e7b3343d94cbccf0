import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { AskedAct } from "../../../src/agent/run/cards/agentEvents.ts";
import type { AgentTool } from "../../../src/agent/tools/base/agentTool.ts";
import { AgentLab } from "./agentLab.ts";
import { call, command, edit } from "./steps.ts";

const lab = new AgentLab();
beforeAll(() => lab.start(), 60_000);
afterAll(() => lab.hubs.dispose());

const key = "x9K2m4Pq7Lw3Zt8Rv5";
const other = "Qw8Er6Ty4Ui2Op0As1";
const file = `[db]\r\npassword = "${key}"\r\n[smtp]\r\npassword = "${other}"\r\nold_password = "${key}"\r\n`;
const masked = String.raw`password = "(\[SECRETX*_\d+\])"[^]*password = "(\[SECRETX*_\d+\])"[^]*old_password`;
const end = { text: "Moved ${1}." };

const allowTouch = {
  kind: "command",
  words: ["touch"],
  extent: "beginning",
  effect: "allow",
} as const;

const read = { calls: [call("read_file", { path: "a.ini" })] };

/** A tool of a server that keeps what it was sent. */
function serverTool(sent: unknown[]): AgentTool {
  const definition = {
    name: "mcp_shop_save",
    description: "Saves.",
    inputSchema: { type: "object", properties: {} },
  };
  return {
    definition,
    isWrite: true,
    prepare: (input) =>
      Promise.resolve({
        kind: "ready",
        planned: { act: "mcpCall", paths: [], title: "Save", detail: JSON.stringify(input) },
        run: () => {
          sent.push(input);
          return Promise.resolve({ isError: false, text: "saved" });
        },
      }),
  };
}

/** Approves all acts, or only reading the file, which is a card because of its keys. */
function approving(acts = /./u): {
  readonly asked: AskedAct[];
  readonly approve: (act: AskedAct) => Promise<"approved" | "rejected">;
} {
  const asked: AskedAct[] = [];
  return {
    asked,
    approve: (act) => {
      asked.push(act);
      return Promise.resolve(acts.test(act.act) ? "approved" : "rejected");
    },
  };
}

describe("a run over a file with keys", () => {
  test("moves lines with their values, and the model never gets one", async () => {
    const folder = lab.folder({ "a.ini": file });
    const moved = [
      edit("a.ini", 'password = "${1}"\n[smtp]', "[smtp]"),
      edit(
        "a.ini",
        'old_password = "${1}"\n',
        'old_password = "${1}"\nurl = "https://u:${2}@h/"\n',
      ),
    ];
    const { approve } = approving(/^outside$/u);
    const run = await lab.play(folder, [read, { expect: masked, calls: moved }, end], { approve });
    expect(run.results.map(([kind]) => kind)).toEqual(["done", "done", "done"]);
    expect(lab.read(folder, "a.ini")).toBe(
      `[db]\r\n[smtp]\r\npassword = "${other}"\r\nold_password = "${key}"\r\nurl = "https://u:${other}@h/"\r\n`,
    );
    expect(run.texts).toContain(`Moved ${key}.`);
    expect(run.sent.length).toBe(3);
    expect(JSON.stringify(run.sent)).not.toMatch(new RegExp(`${key}|${other}`, "u"));
  });

  test("keeps a placeholder that the file contains itself", async () => {
    const literal = `# see [SECRET_1]\r\n${file}`;
    const folder = lab.folder({ "a.ini": literal });
    const calls = [edit("a.ini", '[smtp]\npassword = "${2}"', '# [SECRET_1]\npassword = "${2}"')];
    const { approve } = approving(/^outside$/u);
    const run = await lab.play(folder, [read, { expect: masked, calls }, end], { approve });
    expect(run.results.at(-1)?.[0]).toBe("done");
    expect(lab.read(folder, "a.ini")).toBe(literal.replace("[smtp]", "# [SECRET_1]"));
    expect(JSON.stringify(run.sent)).not.toContain(key);
  });

  test("sends no value to a server's tool, whatever the person approves", async () => {
    const sent: unknown[] = [];
    const { asked, approve } = approving();
    const calls = [
      call("mcp_shop_save", { note: "${1}", deep: [{ "${2}": "see ${1}" }] }),
      call("mcp_shop_save", { note: "without" }),
    ];
    const run = await lab.play(
      lab.folder({ "a.ini": file }),
      [read, { expect: masked, calls }, end],
      { moreTools: [serverTool(sent)], approve },
    );
    expect(run.results.map(([kind]) => kind)).toEqual(["done", "refused", "done"]);
    expect(sent).toEqual([{ note: "without" }]);
    expect(JSON.stringify(asked)).not.toContain(key);
  });

  test("puts a value into a command only on a card that shows it, also where the command only reads", async () => {
    const steps = [read, { expect: masked, ...command("echo ${1}") }, end];
    const { asked, approve } = approving();
    const shown = await lab.play(lab.folder({ "a.ini": file }), steps, {
      hasCommands: true,
      approve,
    });
    expect(asked).toMatchObject([
      { title: "Read a.ini" },
      { command: `echo ${key}`, findings: [{ kind: "secret", count: 1 }] },
    ]);
    expect(shown.results[1]).toEqual(["done", expect.stringContaining(key)]);
    expect(JSON.stringify(shown.sent)).not.toContain(key);
    const folder = lab.folder({ "a.ini": file });
    const touch = [read, { expect: masked, ...command("touch ${1}") }, end];
    const skipped = await lab.play(folder, touch, {
      hasCommands: true,
      rules: () => [allowTouch],
      approve: approving(/^outside$/u).approve,
    });
    expect(skipped.results.map(([kind]) => kind)).toEqual(["done", "refused"]);
    expect(existsSync(join(folder, key))).toBe(false);
  });
});
