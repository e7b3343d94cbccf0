import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { writeHelpPages } from "../../../scripts/helpPages.ts";
import { root } from "../../../scripts/paths.ts";
import { HubLab, type HubProcess } from "./hubProcess.ts";

const lab = new HubLab();
const docs = join(lab.home, "docs");
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  writeHelpPages(root, docs);
  hub = await lab.start(["--lab", "--data", join(lab.home, "help")]);
}, 60_000);
afterAll(() => lab.dispose());

const pages = (): readonly string[] =>
  readdirSync(docs).filter((name) => name.endsWith(".html") && name !== "index.html");

test("the hub serves its help without a token, and nothing in it can run or be framed", async () => {
  const response = await fetch(`${hub.url}/hub/docs`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(await response.text()).toContain('<a href="docs/using">Using AI Hub in the editor</a>');
  const etag = response.headers.get("etag") ?? "";
  const again = await fetch(`${hub.url}/hub/docs`, { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
});

test("each link of the help leads to a page, a heading or a picture that is there", async () => {
  const broken: string[] = [];
  for (const page of pages()) {
    const html = readFileSync(join(docs, page), "utf8");
    for (const [, target = ""] of html.matchAll(/(?:href|src)="((?!https?:|data:)[^"]*)"/gu)) {
      const { pathname, hash } = new URL(target, `${hub.url}/hub/docs/${page.slice(0, -5)}`);
      const response = await fetch(hub.url + pathname);
      const text = await response.text();
      const isThere = hash === "" || text.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
      if (!response.ok || !isThere) {
        broken.push(`${page}: ${target}`);
      }
    }
  }
  expect(broken).toEqual([]);
});

test("only files of the help are served", async () => {
  for (const path of ["none", "../hub.mjs", "..%2fhub.mjs", "%2e%2e/hub.mjs", "index.txt"]) {
    expect((await fetch(`${hub.url}/hub/docs/${path}`)).status).toBe(404);
  }
});
