import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";

import { afterAll, beforeAll, expect, test } from "vitest";

import { openAiModel } from "../../support/modelServer/modelServer.ts";
import { AgentProgram, type EndedProgram, endOf } from "./agentProgram.ts";

const program = new AgentProgram();
const { lab } = program;

beforeAll(() => program.start(), 60_000);
afterAll(() => lab.hubs.dispose());

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function piped(args: readonly string[], text: string | Buffer): Promise<EndedProgram> {
  const child = program.spawn(args);
  // A program that refuses a long text closes the pipe.
  child.stdin?.on("error", () => undefined);
  child.stdin?.write(text);
  return await endOf(child);
}

test("the task comes from standard input, named or not", async () => {
  const folder = lab.folder({});
  const task = lab.trajectory([{ text: "Ready." }]);
  for (const named of [["-"], []]) {
    const { code, lines } = await piped([...program.flags(folder), ...named], `${task}\n`);
    expect([code, lines[0]]).toEqual([0, "Ready."]);
  }
});

test("text that is piped to a task is its attachment, in a fence that it cannot close", async () => {
  const folder = lab.folder({});
  // The hub's model plays what the piped text names.
  const task = lab.trajectory([{ text: "Ready." }]);
  const log = `Error \`\`\`\n${task}`;
  const { code, lines } = await piped([...program.flags(folder), "Explain this."], log);
  expect([code, lines[0]]).toEqual([0, "Ready."]);
});

test("a silent pipe is not waited for if there is a task", async () => {
  const folder = lab.folder({});
  const task = lab.trajectory([{ text: "Ready." }]);
  const child = program.spawn([...program.flags(folder), task]);
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", resolve);
  });
  expect(await ended).toBe(0);
});

test.each<[string, string | Buffer, string]>([
  ["50 MB", Buffer.alloc(50 * 1024 * 1024, "x"), "longer than 400000 characters"],
  ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x41, 0x00]), "not text in UTF-8"],
  ["nothing", "", "Give the task"],
])("%s on standard input are refused", async (_, text, message) => {
  const { code, stderr } = await piped([...program.flags(lab.folder({})), "-"], text);
  expect([code, stderr.includes(message)]).toEqual([2, true]);
});

/** A hub that has this model only. */
async function hubWith(vision: boolean) {
  const asked: string[] = [];
  const speak = openAiModel({ text: ["I see it."] });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readText(request);
    asked.push(body);
    speak({ path: "", headers: {}, body, fields: { stream: true } }, response);
  };
  const server = createServer((request, response) => {
    if (request.url?.endsWith("/models") === true) {
      const data = [{ id: "sight", capabilities: { vision } }];
      response.end(JSON.stringify({ object: "list", data }));
    } else if (request.method === "POST") {
      void answer(request, response);
    } else {
      response.writeHead(404).end("{}");
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { asked, server, flags: ["--hub", `http://127.0.0.1:${port}`] };
}

test("images go along with the task, whatever their names, to a model that takes them", async () => {
  const file = join(lab.hubs.home, "screen");
  writeFileSync(file, png);
  const args = ["--cwd", lab.folder({}), "--image", file, "--image", file, "What is this?"];
  const seeing = await hubWith(true);
  const blind = await hubWith(false);
  try {
    const { code, lines } = await program.run([...seeing.flags, ...args]);
    expect([code, lines[0]]).toEqual([0, "I see it."]);
    const image = `data:image/png;base64,${png.toString("base64")}`;
    expect(seeing.asked[0]?.split(image)).toHaveLength(3);
    const refused = await program.run([...blind.flags, ...args]);
    expect([refused.code, blind.asked]).toEqual([1, []]);
    expect(refused.stderr).toContain("The model sight takes no images");
  } finally {
    seeing.server.close();
    blind.server.close();
  }
});

test("what is no image, too large or too many is refused before anything is sent", async () => {
  const folder = lab.folder({ "a.png": "text" });
  const large = Buffer.alloc(5 * 1024 * 1024 + 1);
  png.copy(large);
  const side = Buffer.from(png);
  side.writeUInt32BE(8_001, 16);
  for (const [name, bytes] of [
    ["large.png", large],
    ["side.png", side],
  ] as const) {
    writeFileSync(join(folder, name), bytes);
  }
  const images = (...names: readonly string[]) =>
    names.flatMap((name) => ["--image", join(folder, name)]);
  for (const wrong of [
    images("a.png"),
    images("large.png"),
    images("side.png"),
    images("none.png"),
    images("."),
    images(...Array.from({ length: 11 }, () => "a.png")),
  ]) {
    const { code, stderr } = await program.run([...program.flags(folder), ...wrong, "x"]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/image/iu)]);
  }
});
