import { join } from "node:path";

import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { programBundle } from "../../../scripts/programBundles.ts";
import { docx, gzip, packedChunk, png } from "../../support/madeFiles.ts";
import { encryptedPdf, pdf, pdfBomb, scannedPdf } from "../../support/madePdfs.ts";
import { answers, FakeUpstream } from "../../support/modelServer/fakeUpstream.ts";
import { writeProgram } from "../../support/programs.ts";
import { HubLab, type HubProcess } from "./hubProcess.ts";

const adminToken = "an-administrator-who-refuses-files";
const cpf = "529.982.247-25";
const lab = new HubLab();
const upstream = new FakeUpstream();
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  const pdfReader = join(lab.home, "hubPdf.mjs");
  await writeProgram(pdfReader, "src/hubServer/bodies/pdfProcess.ts", programBundle);
  hub = await lab.start(["--lab", "--data", join(lab.home, "hub")], {
    AI_HUB_ADMIN_TOKEN: adminToken,
  });
  upstream.models = [{ id: "big" }];
  upstream.handle = answers({
    id: "c",
    object: "chat.completion",
    created: 1,
    model: "big",
    choices: [{ index: 0, message: { role: "assistant", content: "Yes." }, finish_reason: "stop" }],
    usage: { prompt_tokens: 1_000, completion_tokens: 2, total_tokens: 1_002 },
  });
  const url = (await upstream.listen()).origin;
  const made = { name: "outside", url, format: "openai", is_active: true };
  const { id } = await admin("POST", "/upstreams", made);
  const price = { input: "1", output: "1" };
  await admin("PUT", "/models/big", { price, tiers: [], is_active: true, upstream_id: id });
});

beforeEach(() => {
  upstream.requests.length = 0;
});

afterAll(async () => {
  await lab.dispose();
  upstream.close();
});

type Json = Readonly<Record<string, unknown>>;

async function admin(method: string, path: string, body?: object): Promise<Json> {
  const response = await fetch(`${hub.url}/hub/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Json;
  expect([response.ok, answer]).toEqual([true, answer]);
  return answer;
}

function refuseUnread(isRefused: boolean): Promise<Json> {
  const change = { protection: { refuse_unread: isRefused }, dlp: { cpf: "mask" } };
  return admin("PATCH", "/profiles/profile_lab", change);
}

const requests: Readonly<Record<string, (data: string) => object>> = {
  "/chat/completions": (data) => ({
    model: "big",
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "Read this." },
          { type: "file", file: { filename: "a", file_data: `data:application/x;base64,${data}` } },
        ],
      },
    ],
  }),
  "/messages": (data) => ({
    model: "big",
    max_tokens: 50,
    messages: [
      {
        role: "user",
        content: [
          {
            type: "document",
            source: { type: "base64", media_type: "application/pdf", data },
          },
        ],
      },
    ],
  }),
  "/responses": (data) => ({
    model: "big",
    store: false,
    input: [
      {
        role: "user",
        content: [{ type: "input_file", filename: "a", file_data: `data:;base64,${data}` }],
      },
    ],
  }),
};

async function ask(path: string, bytes: Uint8Array) {
  const response = await hub.api(`/hub/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(requests[path]?.(Buffer.from(bytes).toString("base64"))),
  });
  const text = await response.text();
  const { data } = await admin("GET", "/audit?limit=20");
  const requestId = response.headers.get("x-request-id");
  const events = (data as readonly Json[]).filter((event) => event["request_id"] === requestId);
  return { status: response.status, text, answer: JSON.parse(text) as Json, events };
}

const noise = Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * at * 31 + 7) % 251));
const unread = zipSync({ "secret-name.bin": noise.subarray(0, 900) });
const large = zipSync({ "secret-name.bin": noise }, { level: 0 });

const sizes = [unread, large].flatMap((bytes) =>
  Object.keys(requests).map((path) => ({ path, bytes, length: bytes.length })),
);

test.each(sizes)(
  "$path refuses a file of $length bytes that it cannot search, only where the profile asks for it",
  async ({ path, bytes }) => {
    await refuseUnread(true);
    const { status, text, answer, events } = await ask(path, bytes);
    expect([status, answer]).toMatchObject([400, { error: { code: "dlp_unread" } }]);
    expect(text).toMatch(/zip, of an unknown format, at \w+\[0\]\.content\[\d\]\./u);
    expect(text).not.toContain("secret-name");
    expect(events).toMatchObject([
      { kind: "dlp.block", status: 400, detail: { unread: 1, files: "zip" } },
    ]);
    await refuseUnread(false);
    const passed = await ask(path, bytes);
    expect(passed.status).toBe(200);
    expect(passed.events).toMatchObject([
      { kind: "usage" },
      { kind: "dlp.alert", detail: { action: "allow", unread: 1, files: "zip" } },
    ]);
  },
);

const carriers = [
  ["a PNG's text", png(packedChunk(cpf))],
  ["a document", docx("529.982", ".247-25")],
  ["a packed text", gzip(strToU8(`CPF ${cpf}`))],
  ["a PDF", pdf(cpf)],
  ["a PDF in an archive", zipSync({ "a.pdf": pdf(cpf) })],
  ["a large document", zipSync({ "a.xml": strToU8(`<p>${cpf}</p>`), b: noise }, { level: 0 })],
] as const;

test.each(
  carriers.flatMap(([name, bytes]) => Object.keys(requests).map((path) => ({ name, bytes, path }))),
)("$path finds a value in $name and sends nothing", async ({ bytes, path }) => {
  const { status, text, answer, events } = await ask(path, bytes);
  expect([status, answer]).toMatchObject([400, { error: { code: "dlp_blocked" } }]);
  expect(events).toMatchObject([{ kind: "dlp.block", findings: [{ type: "cpf" }] }]);
  expect([upstream.requests.length, `${text} ${JSON.stringify(events)}`]).toEqual([
    0,
    expect.not.stringContaining("529.982"),
  ]);
});

test.each(Object.keys(requests))(
  "%s passes a PDF that was read as a whole and has no value, where others are refused",
  async (path) => {
    await refuseUnread(true);
    const { status, events } = await ask(path, pdf("Nothing"));
    expect([status, events]).toMatchObject([200, [{ kind: "usage" }]]);
    await refuseUnread(false);
  },
);

test.each([
  ["encrypted", "encrypted", encryptedPdf()],
  ["scanned", "with a page that is a picture", scannedPdf()],
  ["packed a million times", "too large or too nested", pdfBomb(2_000)],
] as const)(
  "a PDF that is %s is refused with its reason, and the next is read",
  async (_, why, bytes) => {
    await refuseUnread(true);
    const { answer } = await ask("/chat/completions", bytes);
    expect(answer).toMatchObject({
      error: { code: "dlp_unread", message: expect.stringContaining(`(pdf, ${why}, at`) as string },
    });
    expect((await ask("/chat/completions", pdf("Nothing"))).status).toBe(200);
    await refuseUnread(false);
  },
);

test("the policy tells clients that such files are refused", async () => {
  for (const isRefused of [true, false]) {
    await refuseUnread(isRefused);
    const policy = (await (await hub.api("/hub/v1/policy")).json()) as Json;
    expect(policy["sensitive_data"]).toMatchObject({ refuse_unread: isRefused });
  }
});
