/**
 * Unmodified Claude Code, Codex and opencode under the managed settings that the hub gives for them, in front of a
 * scripted upstream: `vendors.ts <folder with their packages>`. Each is asked to read an open and an excluded file, and
 * to answer. Prints a line per client; ends with 1 if one failed. Needs bubblewrap, which gives each its own `/etc`.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import { root } from "../../scripts/paths.ts";
import { ProcessGroup } from "../../scripts/processGroup.ts";
import { FakeUpstream } from "../support/modelServer/fakeUpstream.ts";
import { openAiModel } from "../support/modelServer/modelServer.ts";
import { startLabHub } from "./labHub.ts";
import { type Vendor, vendorsOf } from "./vendorClients.ts";

interface Policy {
  readonly file: string;
  readonly content: unknown;
}

const patienceMs = 120_000;
const model = "model-openai";
const answer = "Both files were asked for.";
const openText = "open-canary-31";
const excludedText = "excluded-canary-77";
/** Not in the folder for temporary files, in which Codex makes no helpers. */
const cache = join(root, "node_modules/.cache");
mkdirSync(cache, { recursive: true });
const home = mkdtempSync(join(cache, "ai-hub-vendors-"));
const upstream = new FakeUpstream();
upstream.models = [{ id: model, created: 1 }];
const address = (await upstream.listen()).href;
const hub = await startLabHub(home, [`openai=openai:${address}`]);
try {
  // Sound: the hub's own list.
  const { data } = (await hub.admin("GET", "profiles")) as {
    readonly data: readonly { readonly id: string }[];
  };
  for (const { id } of data) {
    await hub.admin("PATCH", `profiles/${id}`, { exclusions: ["secret/**"] });
  }
  let failed = 0;
  for (const vendor of vendorsOf(hub, { packages: resolve(process.argv[2] ?? "."), model })) {
    const problem = await attempt(vendor);
    failed += problem === "" ? 0 : 1;
    process.stdout.write(`${problem === "" ? "ok  " : "FAIL"} ${vendor.client}${problem}\n`);
  }
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await hub.end();
  upstream.close();
  rmSync(home, { recursive: true, force: true });
}

/** What is wrong, or nothing. */
async function attempt(vendor: Vendor): Promise<string> {
  const own = join(home, vendor.client);
  const folder = join(own, "work");
  for (const [path, text] of Object.entries({
    ...vendor.files,
    "work/open.txt": openText,
    "work/secret/key.txt": excludedText,
  })) {
    write(join(own, path), text);
  }
  const managed = await writePolicy(vendor.client, join(own, "managed"));
  answerWith(vendor, folder);
  const run = (args: readonly string[], onText?: (text: string) => void): Promise<string> =>
    outputOf({ vendor, args, own, managed, onText });
  const printed = [
    ...(vendor.signIn ? [await vendor.signIn(run)] : []),
    await run(vendor.args),
  ].join("\n");
  const sent = upstream.requests.map(({ body }) => body).join("\n");
  const problems = [
    ...(printed.includes(answer) ? [] : ["it did not answer"]),
    ...(sent.includes(openText) ? [] : ["it did not send the open file"]),
    ...(sent.includes(excludedText) ? ["it sent the excluded file"] : []),
  ];
  return problems.length === 0
    ? ""
    : ` ${problems.join(", ")} (${upstream.requests.length} requests)\n${printed.slice(-1_500)}`;
}

/** Writes the hub's form of the policy, and returns its folder and the folder where the client looks for it. */
async function writePolicy(client: string, folder: string): Promise<readonly [string, string]> {
  const response = await fetch(`${hub.url}/hub/v1/policy/${client}`, {
    headers: { authorization: `Bearer ${hub.token}` },
  });
  // Sound: the hub's own form.
  const { file, content } = (await response.json()) as Policy;
  const text = typeof content === "string" ? content : JSON.stringify(content);
  if (!text.includes("secret")) {
    throw new Error(`the policy for ${client} does not exclude the folder`);
  }
  write(join(folder, basename(file)), text);
  return [folder, dirname(file)];
}

/** Asks for both files once; a request without tools, such as for a title, gets an answer of its own. */
function answerWith({ read }: Vendor, folder: string): void {
  const calls = ["open.txt", "secret/key.txt"].map((path, at) => {
    const [name, input] = read(join(folder, path));
    return { id: `call_${at}`, name, json: [JSON.stringify(input)] };
  });
  const asks = openAiModel({ calls, end: "tools" });
  upstream.requests.length = 0;
  upstream.handle = (request, response) => {
    const { tools = [] } = request.fields as { readonly tools?: readonly unknown[] };
    const isAnswered = request.body.includes('"role":"tool"');
    const text = tools.length === 0 ? "A title" : answer;
    const handler = tools.length > 0 && !isAnswered ? asks : openAiModel({ text: [text] });
    handler(request, response);
  };
}

interface Run {
  readonly vendor: Vendor;
  readonly args: readonly string[];
  readonly own: string;
  readonly managed: readonly [string, string];
  readonly onText: ((text: string) => void) | undefined;
}

/** All that the client printed until it ended, or was ended. */
async function outputOf({ vendor, args, own, managed, onText }: Run): Promise<string> {
  const [folder, place] = managed;
  const etc = readdirSync("/etc")
    .map((name) => join("/etc", name))
    .filter((path) => path !== place)
    .flatMap((path) => ["--ro-bind-try", path, path]);
  const places = [
    "--die-with-parent",
    "--dev-bind",
    "/",
    "/",
    "--tmpfs",
    "/etc",
    ...etc,
    "--ro-bind",
    folder,
    place,
  ];
  const group = new ProcessGroup("bwrap", [...places, "--", vendor.program, ...args], {
    cwd: join(own, "work"),
    env: { PATH: process.env["PATH"], HOME: own, ...vendor.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [group.child.stdout, group.child.stderr]) {
    stream?.on("data", (data: Buffer) => {
      text += data.toString();
      onText?.(text);
    });
  }
  const timer = setTimeout(() => void group.end(), patienceMs);
  try {
    await group.ended;
  } finally {
    clearTimeout(timer);
    await group.end();
  }
  return `${text}\n(exit ${group.child.exitCode})`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
