import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { SellerLab, type SentRequest } from "./sellerLab.ts";
import { isWrite, runImport, stockRows } from "./stockImports.ts";

const foreign = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJzb21lYm9keS1lbHNlIn0.c2lnbmF0dXJl";

/** A portal's error that repeats what it was sent, in every spelling that it may choose. */
function echo({ headers, url }: SentRequest, clientSecret: string, status: number): Response {
  const authorization = headers["authorization"] ?? "";
  const token = authorization.replace("Bearer ", "");
  const body = {
    erro: `Token ${token} de outro seller`,
    mensagens: [{ campo: authorization, mensagem: encodeURIComponent(authorization) }],
    request: { headers, url, client_secret: clientSecret, basic: btoa(`lab:${clientSecret}`) },
    base64: [btoa(token), btoa(clientSecret)],
    id_token: foreign,
  };
  return Response.json(body, {
    status,
    headers: {
      "set-cookie": `sid=${token}`,
      "x-echo": authorization,
      "x-request-id": token.slice(0, 100),
      "www-authenticate": `Basic realm="${token}"`,
      location: `/login?access_token=${token}`,
      "x-other": `id=${foreign}`,
    },
  });
}

function filesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

test("what a portal repeats of our secrets is in no pane, journal, file of failed rows, list or copy", async () => {
  await using lab = await SellerLab.start();
  const { clientSecret } = lab.portal.sandbox;
  // A refusal that says so, a complaint with a successful status, a failure of the server, a redirect.
  const statuses = [403, 200, 422, 409, 400];
  lab.intercept = (request) => {
    const code = /\/atualizar\/(?<code>\d+)\//u.exec(request.url)?.groups?.["code"];
    const status = isWrite(request) ? statuses[Number(code) - 105] : undefined;
    return status === undefined ? undefined : Promise.resolve(echo(request, clientSecret, status));
  };
  const started = runImport(lab, stockRows(12));
  await lab.imported("paused");
  await lab.page.skipRefused({ which: "alike" });
  await started;
  expect(lab.back.import.state.counts).toMatchObject({ done: 7, failed: 5 });
  await lab.page.saveFailedRows({});
  const seen: unknown[] = [lab.back.import.state, lab.saved];
  for (const line of [6, 7, 8, 9, 10]) {
    seen.push(await lab.page.showExchange({ source: { kind: "row", line } }));
    await lab.page.copyExchange({ part: "request" });
    await lab.page.copyExchange({ part: "answer" });
  }
  const { entries } = await lab.page.readJournal({ search: "", offset: 0 });
  for (const { id } of entries) {
    seen.push(await lab.page.showExchange({ source: { kind: "journal", id } }));
    await lab.page.snippet({ source: { kind: "journal", id }, to: "clipboard", language: "curl" });
  }
  lab.intercept = (request) => Promise.resolve(echo(request, clientSecret, 400));
  seen.push(await lab.page.openList({ list: "listPrices", refresh: true }));
  seen.push(await lab.page.showExchange({ source: { kind: "list", list: "listPrices" } }));
  const everything = [JSON.stringify([seen, entries, lab.copied, lab.opened]), filesIn(lab.folder)];
  const tokens = lab.sent.map(({ headers }) => headers["authorization"]?.replace("Bearer ", ""));
  const secrets = [...new Set(tokens)].filter((token) => token !== undefined);
  expect(secrets.length).toBeGreaterThan(0);
  for (const text of everything) {
    expect(text.length).toBeGreaterThan(1_000);
    for (const secret of [...secrets, clientSecret, foreign]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(secret.slice(-8));
      expect(text).not.toContain(btoa(secret).replace(/=+$/u, ""));
    }
  }
});
