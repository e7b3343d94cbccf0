import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { editWindow, readNextEdit, textsOf } from "../../../src/completion/nextEdit/nextEdit.ts";
import { linesOf } from "../../../src/completion/textLines.ts";
import { AskFailure } from "../../../src/completion/usage/limits.ts";
import { scanOutbound } from "../../../src/dlp/scanOutbound.ts";
import { AskHub } from "../../../src/extension/completion/askHub.ts";
import { streamCompletion } from "../../../src/hub/calls/completionClient.ts";
import { HubClient } from "../../../src/hub/calls/hubClient.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { HubLab, type HubProcess } from "../hubServer/hubProcess.ts";

const adminToken = "an-administrator-of-edits";
const code = "// play:edit\nsend(sum);\nkeep(total);\n";
const edits = [{ path: "src/a.ts", text: "-send(total);\n+send(sum);" }];
const cpf = "529.982.247-25";
const lab = new HubLab();
let hub: HubProcess;

beforeAll(async () => {
  const play = join(lab.home, "play");
  mkdirSync(play);
  const text = "<old>\nkeep(total);\n</old>\n<new>\nkeep(sum);\n</new>";
  writeFileSync(join(play, "edit.json"), JSON.stringify({ steps: [{ text }] }));
  await lab.build();
  hub = await lab.start(["--lab", "--play", play, "--data", join(lab.home, "hub")], {
    AI_HUB_ADMIN_TOKEN: adminToken,
  });
}, 60_000);

afterAll(() => lab.dispose());

async function admin(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${hub.url}/hub/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return await response.json();
}

interface Question {
  readonly model?: string;
  readonly edits?: typeof edits;
  readonly text?: string;
}

/** The answer to the client's request for the next edit in a text. */
async function ask({ model = "hub-script-play", text = code, ...rest }: Question): Promise<string> {
  const exchange = {
    baseUrl: hub.url,
    token: () => Promise.resolve(hub.token),
    fetch: globalThis.fetch,
    clock: systemClock,
  };
  const client = new HubClient({ ...exchange, random: () => 0 });
  const asker = new AskHub({
    completion: (request, signal) => streamCompletion(exchange, request, signal),
    streamChat: (request, options) => client.streamChat(request, options),
    model: () => ({ id: model, name: model, capabilities: {} }),
    mode: () => "warn",
    scan: scanOutbound,
    onUsed: () => undefined,
    takeOffers: () => undefined,
  });
  const window = editWindow(linesOf(text), { line: 1, column: 0 });
  const hole = {
    path: "src/a.ts",
    language: "typescript",
    ...(window ? textsOf(window) : { prefix: "", suffix: "" }),
    snippets: [],
    maxTokens: 512,
    stop: [],
    edits,
    ...rest,
  };
  let answer = "";
  for await (const piece of asker.prepare("file:///a.ts", hole)(new AbortController().signal)) {
    answer += piece;
  }
  return answer;
}

async function sent(body: object): Promise<readonly [status: number, code: unknown]> {
  const response = await hub.api("/hub/v1/completions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "hub-script-echo", prompt: "a", ...body }),
  });
  const answer = (await response.json()) as { readonly error?: { readonly code?: unknown } };
  return [response.status, answer.error?.code];
}

test("the hub asks a model that chats for the next edit, and counts it as a class of its own", async () => {
  const window = editWindow(linesOf(code), { line: 1, column: 0 });
  const answer = await ask({});
  expect(window && readNextEdit(answer, window)).toEqual({
    line: 2,
    removed: ["keep(total);"],
    added: ["keep(sum);"],
  });
  expect(await admin("GET", "/audit?kind=usage&model=hub-script-play")).toMatchObject({
    data: [{ format: "edits" }],
  });
});

test("the model gets the differences and the text on both sides of the cursor", async () => {
  expect(await ask({ model: "hub-script-echo" })).toBe(
    '<difference path="src/a.ts">\n-send(total);\n+send(sum);\n</difference>\n' +
      '<before path="src/a.ts">\n// play:edit\n\n</before>\n<after>\nsend(sum);\nkeep(total);\n\n</after>',
  );
});

test("what is no question for the next edit is refused", async () => {
  expect(await sent({ model: "hub-script-fim", hub: { edits } })).toEqual([
    400,
    "model_not_supported",
  ]);
  const [one] = edits;
  for (const list of [
    [],
    [one, one, one, one, one, one],
    [{ path: "a", text: "x".repeat(4_001) }],
  ]) {
    expect(await sent({ hub: { edits: list } })).toEqual([400, "invalid_value"]);
  }
});

test("a difference with sensitive values is not sent; without another one nothing is asked", async () => {
  const secret = { path: "src/b.ts", text: `+const cpf = "${cpf}";` };
  expect(await ask({ model: "hub-script-echo", edits: [secret, ...edits] })).not.toContain(cpf);
  await expect(ask({ edits: [secret] })).rejects.toEqual(
    new AskFailure("sensitive", undefined, false),
  );
});

test("a profile's actions for next edits hold for them alone", async () => {
  const places = { edits: { cpf: "block" } };
  await admin("PATCH", "/profiles/profile_lab", { dlp: { cpf: "allow" }, protection: { places } });
  const withCpf = [{ path: "a.ts", text: `+const cpf = "${cpf}";` }];
  expect(await sent({ prompt: `const cpf = "${cpf}";` })).toEqual([200, undefined]);
  expect(await sent({ hub: { edits: withCpf } })).toEqual([400, "dlp_blocked"]);
  const policy = await hub.api("/hub/v1/policy");
  expect(await policy.json()).toMatchObject({
    completion: { next_edits: true },
    sensitive_data: { edit_actions: { cpf: "block" } },
  });
});

test("a profile without completion has no next edits", async () => {
  const { policy } = (await admin("GET", "/profiles/profile_lab")) as { readonly policy: object };
  await admin("PATCH", "/profiles/profile_lab", {
    policy: { ...policy, allows_completion: false },
  });
  expect(await sent({ hub: { edits } })).toEqual([403, "policy_denied"]);
});
