import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { type SnippetLanguage, snippetOf } from "../../../src/seller/client/snippet.ts";
import { portalRequest } from "../../../src/seller/contract/request.ts";
import { samples } from "../../unit/seller/contract/samples.ts";
import { clientSecret, Portal, tokenPath } from "./portal.ts";

const run = promisify(execFile);

const programs: Readonly<
  Record<
    SnippetLanguage,
    { readonly file: string; readonly command: string; readonly check: string }
  >
> = {
  curl: { file: "call.sh", command: "sh", check: "curl" },
  typescript: { file: "call.mts", command: process.execPath, check: process.execPath },
  python: { file: "call.py", command: "python3", check: "python3" },
  java: { file: "SellerCall.java", command: "java", check: "java" },
};

async function isThere(command: string): Promise<boolean> {
  return await run(command, ["--version"]).then(
    () => true,
    () => false,
  );
}

let portal: Portal;
let folder: string;

async function runSnippet(
  language: SnippetLanguage,
  request: Parameters<typeof snippetOf>[0],
): Promise<void> {
  const { file, command } = programs[language];
  const path = join(folder, file);
  await writeFile(path, snippetOf(request, language));
  const env = {
    ...process.env,
    // Java reads a source in the encoding of the locale.
    LC_ALL: "C.UTF-8",
    SELLER_TOKEN: "secret-token",
    SELLER_CLIENT_ID: "client-1",
    SELLER_CLIENT_SECRET: clientSecret,
  };
  await run(command, [path], { env });
}

/** Runs the snippets of these languages, of those that this machine has: a new one may have no Java. */
export async function describeSnippets(wanted: readonly SnippetLanguage[]): Promise<void> {
  const languages: SnippetLanguage[] = [];
  for (const language of wanted) {
    if (await isThere(programs[language].check)) {
      languages.push(language);
    }
  }

  beforeEach(async () => {
    portal = await Portal.start();
    folder = await mkdtemp(join(tmpdir(), "ai-hub-snippet-"));
  });

  afterEach(async () => {
    await portal[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  describe.each(languages)("a snippet in %s", (language) => {
    test("sends what the call sent, byte for byte", async () => {
      const observacao = `it's "so" $HOME \`id\` %s \\n \n\t' é 🍺 \u2028 */ ?>`;
      const body = { ...samples.cancelOrder.body, observacao };
      const requests = [
        portalRequest(portal.server.url, "cancelOrder", { parameters: {}, body }),
        portalRequest(portal.server.url, "updateStock", samples.updateStock),
        portalRequest(portal.server.url, "listStock", samples.listStock),
      ];
      for (const request of requests) {
        await runSnippet(language, request);
      }
      expect(portal.calls).toMatchObject(
        requests.map(({ method, url, body: sent = "" }) => ({
          method,
          path: url.slice(portal.server.url.length),
          body: sent,
          headers: {
            authorization: "Bearer secret-token",
            ...(sent !== "" && { "content-type": "application/json" }),
          },
        })),
      );
    });

    test("gets a token", async () => {
      const url = portal.server.url + tokenPath;
      await runSnippet(language, { call: "getToken", method: "POST", url });
      expect([...new URLSearchParams(portal.tokenRequests[0]?.body)]).toEqual([
        ["grant_type", "client_credentials"],
        ["client_id", "client-1"],
        ["client_secret", clientSecret],
      ]);
    });
  });
}
