import { once } from "node:events";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { AcpLab, edit, runWaiting, shellIn, waiting } from "./acpLab.ts";

const acp = new AcpLab();
const { program } = acp;
const { lab } = program;

beforeAll(() => program.start(), 60_000);
afterEach(() => acp.close());
afterAll(() => lab.hubs.dispose());

/** How the runs stand at the hub, newest first, as the console lists them. */
async function outcomes(): Promise<readonly unknown[]> {
  const { url, adminToken = "" } = program.hub;
  const headers = { authorization: `Bearer ${adminToken}` };
  const response = await fetch(`${url}/hub/admin/v1/runs`, { headers });
  // Sound: only the outcome is read, and compared below.
  const { data } = (await response.json()) as { data: readonly { outcome: unknown }[] };
  return data.map(({ outcome }) => outcome);
}

const yes = ["--yes", "edit", "--json"];

test("the hub knows how a run of the program ended as soon as the program has", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const flags = program.flags(folder);
  const change = (): string => lab.trajectory([edit("one", "two"), { text: "Ready." }]);
  await program.run([...flags, change()]);
  expect((await outcomes())[0]).toBe("unapproved");
  await program.run([...flags, ...yes, "--max-cost", "0.001", change()]);
  expect((await outcomes())[0]).toBe("cap");
  await program.run([...flags, ...yes, "--max-steps", "1", change()]);
  expect((await outcomes())[0]).toBe("stopped");
  await program.run([...flags, ...yes, lab.trajectory([{ text: "Ready." }])]);
  expect((await outcomes())[0]).toBe("done");
});

test("a program that is stopped says so; of one that is killed the hub hears no more", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const flags = [...program.flags(folder), "--yes", `command:${waiting}`, "--json"];
  for (const [signal, outcome] of [
    ["SIGINT", "stopped"],
    ["SIGKILL", "going"],
  ] as const) {
    const child = program.spawn([...flags, lab.trajectory([runWaiting])]);
    const closed = once(child, "close");
    child.stdout?.resume();
    await shellIn(folder);
    child.kill(signal);
    await closed;
    expect((await outcomes())[0]).toBe(outcome);
    lab.write(folder, "pid", "");
  }
});

test("the hub knows how each message of an editor over ACP ended", async () => {
  const folder = lab.folder({ "a.txt": "one\n" });
  const editor = acp.editor({ decide: () => "allow" });
  const session = await editor.session(folder);
  await editor.prompt(session, lab.trajectory([edit("one", "two"), { text: "Ready." }]));
  await expect.poll(async () => (await outcomes())[0]).toBe("done");
});
