import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { HubResponse } from "../../../src/hubServer/http/message.ts";
import { consoleFile } from "../../../src/hubServer/pages/consolePage.ts";

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), "ai-hub-console-"));
  mkdirSync(join(parent, "console", "chunks"), { recursive: true });
  writeFileSync(join(parent, "console", "main.js"), "main");
  writeFileSync(join(parent, "console", "chunks", "view-AB12.js"), "view");
  writeFileSync(join(parent, "secret.js"), "secret");
  symlinkSync(join(parent, "secret.js"), join(parent, "console", "link.js"));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

function get(path: string, etag?: string, folder = join(parent, "console")): HubResponse {
  const header = (name: string): string | undefined =>
    name === "if-none-match" ? etag : undefined;
  return consoleFile(path, { header }, { folder, version: "1.2.3" });
}

function textOf({ body }: HubResponse): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body as Uint8Array);
}

test.each([
  ["", "console/"],
  ["/", ""],
  ["/tokens", ""],
  ["/tokens/deeper", "../"],
])("at %j the page finds its files at %j", (path, base) => {
  const html = textOf(get(path));
  expect(html).toContain(`<script type="module" src="${base}main.js">`);
  expect(html).toContain(`<link rel="stylesheet" href="${base}main.css">`);
});

test("the page may load nothing but its own, and is framed by nobody", () => {
  const { headers } = get("/tokens");
  expect(headers["content-security-policy"]).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  );
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(textOf(get("/tokens"))).not.toMatch(/<style|style=|\son\w+=|<script>/u);
});

test("a file that changes its name with its content is kept, the others are asked for again", () => {
  const chunk = get("/chunks/view-AB12.js");
  expect(chunk.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(chunk.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  const main = get("/main.js");
  expect(main.headers["cache-control"]).toBe("no-cache");
  const again = get("/main.js", `"other", ${main.headers["etag"]}`);
  expect([again.status, again.body]).toEqual([304, ""]);
  expect(get("/main.js", '"other"').status).toBe(200);
});

test.each(["/missing.js", "/../secret.js", "/link.js", "/chunks/../../secret.js", "/\0.js"])(
  "%j is not served",
  (path) => {
    expect(() => get(path)).toThrow(expect.objectContaining({ status: 404 }));
  },
);

test("a hub without the built console says that it runs, and how to go on", () => {
  const answer = get("/tokens", undefined, join(parent, "nowhere"));
  expect(textOf(answer)).toContain("AI Hub 1.2.3 is running");
  expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
});
