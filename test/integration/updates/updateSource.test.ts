import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { changesSince, isNewer, UpdateSource } from "../../../src/extension/doctor/updateSource.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let url: string;
let answers: Record<string, Answer>;
let requests: IncomingMessage[];

const text =
  (body: string): Answer =>
  (_request, response) =>
    response.end(body);

const manifest = (more: object = {}): string =>
  JSON.stringify({ name: "ai-hub", publisher: "aihub", version: "0.3.0", ...more });

const log = `# Changelog

## [Unreleased]

## [0.3.0] - 2026-12-01

- Third

## [0.2.0] - 2026-11-01

- Second

## [0.1.0] - 2026-10-01

- First
`;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    const answer = answers[request.url ?? ""];
    if (answer) {
      answer(request, response);
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests = [];
  answers = {
    "/files/vscode-extension/package.json": text(manifest()),
    "/files/vscode-extension/changelog.md": text(log),
  };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const source = (address = `${url}/files/`, publicKey = ""): UpdateSource =>
  new UpdateSource({ address, publicKey, fetch });

test("a newer version is offered with what changed since, and no token is sent", async () => {
  const offer = await source().offer("0.1.0");
  expect(offer).toEqual({
    version: "0.3.0",
    changes: "## [0.3.0] - 2026-12-01\n\n- Third\n\n## [0.2.0] - 2026-11-01\n\n- Second",
    digest: undefined,
  });
  const names = requests.flatMap(({ headers }) => Object.keys(headers));
  expect(names).not.toContain("authorization");
  expect(names).not.toContain("cookie");
});

test("what is not newer is not asked about further", async () => {
  expect(await source().offer("0.3.0")).toEqual({
    version: "0.3.0",
    changes: undefined,
    digest: undefined,
  });
  expect(requests.map((request) => request.url)).toEqual(["/files/vscode-extension/package.json"]);
});

test("a version without a change log can be had all the same", async () => {
  delete answers["/files/vscode-extension/changelog.md"];
  expect(await source().offer("0.1.0")).toEqual({
    version: "0.3.0",
    changes: undefined,
    digest: undefined,
  });
});

describe("is refused:", () => {
  test.each([
    ["another extension", text(manifest({ name: "other" })), "notThisExtension"],
    [
      "a version that is none",
      text(manifest({ version: "9.9.9](command:x)" })),
      "notThisExtension",
    ],
    ["a page", text("<html>sign in</html>"), "notThisExtension"],
    ["a flood", text("x".repeat(1_100_000)), "tooLarge"],
  ] as const)("%s", async (_, answer, problem) => {
    answers["/files/vscode-extension/package.json"] = answer;
    await expect(source().offer("0.1.0")).rejects.toMatchObject({ problem });
  });

  test("a redirect, whose target is never asked", async () => {
    answers["/files/vscode-extension/package.json"] = (_request, response) => {
      response.writeHead(302, { location: `${url}/elsewhere/package.json` });
      response.end();
    };
    answers["/elsewhere/package.json"] = text(manifest());
    await expect(source().offer("0.1.0")).rejects.toMatchObject({ problem: "unreachable" });
    expect(requests).toHaveLength(1);
  });

  test.each(["", "ftp://x", "http://hub.example.com", "https://user:pass@hub.example.com"])(
    "the address '%s'",
    (address) => {
      expect(() => source(address)).toThrow(expect.objectContaining({ problem: "address" }));
    },
  );

  test("an archive that is none", async () => {
    answers["/files/vscode-extension.zip"] = text("<html>");
    await expect(source().archive(undefined)).rejects.toMatchObject({
      problem: "notThisExtension",
    });
  });
});

test("an archive is had as it is", async () => {
  const bytes = new Uint8Array([0x50, 0x4b, 3, 4, 0, 255]);
  answers["/files/vscode-extension.zip"] = (_request, response) => response.end(bytes);
  expect(await source().archive(undefined)).toEqual(bytes);
});

describe("an archive is checked against what the hub says of it:", () => {
  const bytes = new Uint8Array([0x50, 0x4b, 3, 4, 0, 255]);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const published = { version: "0.3.0", file: "vscode-extension.zip", size: 6, sha256 } as const;

  beforeEach(() => {
    answers["/files/vscode-extension.zip"] = (_request, response) => response.end(bytes);
    answers["/files/vscode-extension.json"] = text(JSON.stringify(published));
  });

  test("the same is taken", async () => {
    const { digest } = await source().offer("0.1.0");
    expect(digest).toBe(sha256);
    expect(await source().archive(digest)).toEqual(bytes);
  });

  test("another content is refused", async () => {
    const lie = { ...published, sha256: "0".repeat(64) };
    answers["/files/vscode-extension.json"] = text(JSON.stringify(lie));
    const { digest } = await source().offer("0.1.0");
    await expect(source().archive(digest)).rejects.toMatchObject({ problem: "mismatch" });
  });

  test("another version is not offered", async () => {
    const older = { ...published, version: "0.2.9" };
    answers["/files/vscode-extension.json"] = text(JSON.stringify(older));
    await expect(source().offer("0.1.0")).rejects.toMatchObject({ problem: "mismatch" });
  });

  test("a place without it is told apart from one that fails", async () => {
    delete answers["/files/vscode-extension.json"];
    expect(await source().offer("0.1.0")).toMatchObject({ digest: undefined });
    answers["/files/vscode-extension.json"] = text("<html>everything</html>");
    expect(await source().offer("0.1.0")).toMatchObject({ digest: undefined });
    answers["/files/vscode-extension.json"] = (_request, response) => {
      response.statusCode = 503;
      response.end();
    };
    await expect(source().offer("0.1.0")).rejects.toMatchObject({ problem: "unreachable" });
  });

  test.each([
    ["cut off", JSON.stringify(published).slice(0, 40), "mismatch"],
    ["without its digest", JSON.stringify({ ...published, sha256: undefined }), "mismatch"],
    ["of another shape", "[]", "mismatch"],
    ["of 10 MB", " ".repeat(10_000_000), "tooLarge"],
  ])(
    "a manifest that is %s does not count as missing: its archive would be taken unchecked",
    async (_, body, problem) => {
      answers["/files/vscode-extension.json"] = text(body);
      await expect(source().offer("0.1.0")).rejects.toMatchObject({ problem });
    },
  );
});

describe("with a public key, a version is offered only if that key signed it:", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const line = pem.split("\n")[1] ?? "";
  const digest = "a".repeat(64);
  const sums = (version: string): string =>
    [`${"b".repeat(64)}  ai-hub-${version}.vsix`, `${digest}  vscode-extension.zip`, ""].join("\n");

  function publish(content: string, key = privateKey): void {
    const signature = sign(null, Buffer.from(content), key);
    answers["/files/release/SHA256SUMS"] = text(content);
    answers["/files/release/SHA256SUMS.sig"] = (_request, response) => response.end(signature);
  }

  const offer = (key = pem) => source(`${url}/files`, key).offer("0.1.0");

  test.each([
    ["the PEM file", pem],
    ["its line", line],
  ])("signed, with %s as the setting", async (_, key) => {
    publish(sums("0.3.0"));
    expect(await offer(key)).toMatchObject({ version: "0.3.0", digest });
  });

  test("without a signature", async () => {
    await expect(offer()).rejects.toMatchObject({ problem: "signature" });
    publish(sums("0.3.0"));
    delete answers["/files/release/SHA256SUMS.sig"];
    await expect(offer()).rejects.toMatchObject({ problem: "signature" });
  });

  test("signed by another key", async () => {
    publish(sums("0.3.0"), generateKeyPairSync("ed25519").privateKey);
    await expect(offer()).rejects.toMatchObject({ problem: "signature" });
  });

  test("changed after it was signed", async () => {
    publish(sums("0.3.0"));
    answers["/files/release/SHA256SUMS"] = text(sums("0.3.0").replace("a", "c"));
    await expect(offer()).rejects.toMatchObject({ problem: "signature" });
  });

  test("an older release under a newer version's name", async () => {
    publish(sums("0.2.0"));
    await expect(offer()).rejects.toMatchObject({ problem: "signature" });
  });

  test("signed, but the hub announces another digest", async () => {
    publish(sums("0.3.0"));
    const other = {
      version: "0.3.0",
      file: "vscode-extension.zip",
      size: 6,
      sha256: "d".repeat(64),
    };
    answers["/files/vscode-extension.json"] = text(JSON.stringify(other));
    await expect(offer()).rejects.toMatchObject({ problem: "mismatch" });
  });

  test("digests that never end", async () => {
    publish("x".repeat(100_000));
    await expect(offer()).rejects.toMatchObject({ problem: "tooLarge" });
  });

  test.each([
    ["no Base64", "?"],
    [
      "another kind of key",
      generateKeyPairSync("x25519").publicKey.export({ type: "spki", format: "pem" }).toString(),
    ],
  ])("a setting that is %s is refused", (_, key) => {
    expect(() => source(`${url}/files`, key)).toThrow(expect.objectContaining({ problem: "key" }));
  });
});

test.each([
  ["0.2.0", "0.1.9", true],
  ["0.10.0", "0.9.0", true],
  ["1.0.0", "1.0.0", false],
  ["0.1.0", "0.2.0", false],
])("%s newer than %s: %s", (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});

test("a change log without newer sections tells nothing", () => {
  expect(changesSince(log, "0.3.0")).toBeUndefined();
  expect(changesSince("no log", "0.1.0")).toBeUndefined();
});
