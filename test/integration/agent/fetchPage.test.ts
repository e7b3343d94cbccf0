import { lookup } from "node:dns";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import { webPages } from "../../../src/agentNode/web/fetchWebPage.ts";
import type { PageNetwork } from "../../../src/agentNode/web/pageRequest.ts";
import { isPublicAddress } from "../../../src/agentNode/web/publicAddress.ts";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

let answer: Answer = (response) => response.end();
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? "");
  answer(response, request);
});
let site = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  site = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The server of this test counts as public. */
const testNetwork: PageNetwork = { lookup, isPublic: (address) => address === "127.0.0.1" };
const { signal } = new AbortController();

async function read(next: Answer, path = "/", network = testNetwork) {
  answer = next;
  asked.length = 0;
  return await webPages(network)(new URL(path, site), signal);
}

function body(
  type: string,
  content: string | Uint8Array,
  more: Record<string, string> = {},
): Answer {
  return (response) => response.writeHead(200, { "content-type": type, ...more }).end(content);
}

test("a page comes as text, also compressed", async () => {
  const page = { status: 200, text: "Hello", isCut: false };
  expect(await read(body("text/html", "<p>Hello</p>"))).toEqual(page);
  const packed = gzipSync("<p>Hello</p>");
  expect(await read(body("text/html", packed, { "content-encoding": "gzip" }))).toEqual(page);
  expect(await read(body("application/json", "Hello"))).toEqual(page);
});

test("a failure's page is read too", async () => {
  const page = await read((response) =>
    response.writeHead(404, { "content-type": "text/html" }).end("Gone"),
  );
  expect(page).toEqual({ status: 404, text: "Gone", isCut: false });
});

test.each([
  ["header", "text/html; charset=iso-8859-1", "<p>caf\xe9</p>"],
  ["meta", "text/html", '<meta charset="iso-8859-1"><p>caf\xe9</p>'],
  [
    "old meta",
    "text/html",
    '<meta http-equiv="c" content="text/html; charset=latin1"><p>caf\xe9</p>',
  ],
  ["nothing", "text/html", "<p>caf\xe9</p>"],
  ["an unknown name", "text/html; charset=x-none", "<p>caf\xe9</p>"],
])("another charset by %s", async (_name, type, text) => {
  expect(await read(body(type, Buffer.from(text, "latin1")))).toMatchObject({ text: "café" });
});

test("a byte order mark counts before the header", async () => {
  const text = Buffer.from("\ufeffcafé", "utf16le");
  expect(await read(body("text/plain; charset=utf-8", text))).toMatchObject({ text: "café" });
});

test("of a page without end 200 KB are kept and the connection is ended", async () => {
  let closed: Promise<unknown> | undefined;
  const page = await read((response) => {
    closed = once(response, "close");
    response.writeHead(200, { "content-type": "text/plain" });
    const block = "x".repeat(65_536);
    const write = (): void => {
      while (!response.destroyed && response.write(block)) {
        // Until the client does not take more.
      }
    };
    response.on("drain", write);
    write();
  });
  await closed;
  expect(page).toMatchObject({ isCut: true, text: "x".repeat(204_800) });
});

test("a small body that unpacks to 100 MB is cut", async () => {
  const bomb = gzipSync(Buffer.alloc(100_000_000, "a"));
  const page = await read(body("text/plain", bomb, { "content-encoding": "gzip" }));
  expect(page).toMatchObject({ isCut: true, text: "a".repeat(204_800) });
});

test.each([
  ["image/png", "x"],
  ["application/octet-stream", "x"],
  ["text/plain", "a\0b"],
])("%s without text is refused", async (type, content) => {
  expect(await read(body(type, content))).toEqual({
    problem: expect.stringContaining("no text") as unknown,
  });
});

const redirect =
  (location: string): Answer =>
  (response, request) =>
    request.url === "/" ? response.writeHead(302, { location }).end() : response.end("There");

test("a redirect within the site is followed", async () => {
  expect(await read(redirect("/next"))).toMatchObject({ text: "There" });
  expect(asked).toEqual(["/", "/next"]);
});

test.each([
  ["file:///etc/passwd", "no page of the web"],
  ["data:text/plain,x", "no page of the web"],
  ["http://a:b@example.com/", "no page of the web"],
  ["http://[", "no page of the web"],
  ["http://169.254.169.254/latest", "another site"],
  ["http://localhost:1/", "another site"],
])("a redirect to %s is not followed", async (location, problem) => {
  expect(await read(redirect(location))).toEqual({
    problem: expect.stringContaining(problem) as unknown,
  });
  expect(asked).toEqual(["/"]);
});

test("redirects in a circle end", async () => {
  const page = await read((response) => response.writeHead(302, { location: "/" }).end());
  expect(page).toEqual({ problem: expect.stringContaining("too often") as unknown });
});

test("an address of this machine is never connected", async () => {
  const network = { lookup, isPublic: isPublicAddress };
  for (const host of [
    "127.0.0.1",
    "localhost",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "2130706433",
    "0x7f.1",
  ]) {
    const url = `http://${host}:${new URL(site).port}/`;
    expect(await read(body("text/plain", "x"), url, network), host).toEqual({
      problem: expect.stringContaining("not of the public web") as unknown,
    });
  }
  expect(asked).toEqual([]);
});

/** A name server with one answer for each question. */
function names(...answers: readonly (readonly string[])[]) {
  const questions: string[] = [];
  const resolve = ((host: string, _options: unknown, callback: (...all: unknown[]) => void) => {
    const addresses = answers[Math.min(questions.length, answers.length - 1)] ?? [];
    questions.push(host);
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  }) as unknown as typeof lookup;
  return { questions, resolve };
}

test("a name with a private address among others is refused", async () => {
  const { resolve } = names(["93.184.216.34", "127.0.0.1"]);
  const network = { lookup: resolve, isPublic: isPublicAddress };
  const url = `http://example.com:${new URL(site).port}/`;
  expect(await read(body("text/plain", "x"), url, network)).toHaveProperty("problem");
  expect(asked).toEqual([]);
});

test("a name that changes its address after the check is asked once: the checked address is connected", async () => {
  const { questions, resolve } = names(["127.0.0.1"], ["10.0.0.1"]);
  const network = { ...testNetwork, lookup: resolve };
  const url = `http://example.com:${new URL(site).port}/`;
  expect(await read(body("text/plain", "x"), url, network)).toMatchObject({ text: "x" });
  expect(questions).toEqual(["example.com"]);
});

test("a stop ends the reading", async () => {
  const stopped = new AbortController();
  answer = () => stopped.abort(new Error("stopped"));
  await expect(webPages(testNetwork)(new URL(site), stopped.signal)).rejects.toThrow("stopped");
});
