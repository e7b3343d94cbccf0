/**
 * Files of this machine as parts of a request: findings that would block, files with an unread part, and the thread's CPU
 * time beside that of the same base64 without a file's signature, which is only searched as text. Run with
 * `AI_HUB_FILES=<folders, separated by commas>`.
 */
import { globSync, readFileSync, statSync } from "node:fs";

import { type DlpVerdict, inspectRequest } from "../src/dlp/scanRequest.ts";
import { withPdfs } from "../src/hubServer/bodies/pdfReader.ts";
import { forEachKind } from "../src/shared/guarded/sensitiveKinds.ts";

const folders = (process.env["AI_HUB_FILES"] ?? "/usr/share").split(",");
const endings = ["png", "{jpg,jpeg,gif,webp}", "{gz,tgz}", "{zip,odt,docx,xlsx}", "jar", "pdf"];
const mostBytes = 16_000_000;
const mostFileBytes = 4_000_000;
const megabyte = 1_000_000;
const policy = forEachKind(() => "block");

for (const ending of endings) {
  const row = { files: 0, bytes: 0, unread: 0, blocked: new Map<string, number>() };
  let [asFile, asText] = [0, 0];
  for (const path of filesOf(ending)) {
    const data = readFileSync(path).toString("base64");
    const text = `AAAA${data.slice(4)}`;
    asText += await cpuOf(() => inspect({ content: [{ type: "x", data: text }] }));
    asFile += await cpuOf(async () => {
      const { findings, unread = [] } = await inspect({ file_data: data });
      row.unread += unread.length;
      for (const { kind, count, action } of findings) {
        if (action === "block") {
          row.blocked.set(kind, (row.blocked.get(kind) ?? 0) + count);
        }
      }
    });
    row.files += 1;
    row.bytes += (data.length * 3) / 4;
  }
  const blocked = [...row.blocked].map(([kind, count]) => `${kind} ${count}`).join(", ");
  console.log(
    `${ending}: ${row.files} files, ${(row.bytes / megabyte).toFixed(1)} MB, ` +
      `${(row.bytes / megabyte / asFile).toFixed(1)} MB/s, ratio ${(asFile / asText).toFixed(2)}, ` +
      `${row.unread} unread, blocked: ${blocked || "nothing"}`,
  );
}

function filesOf(ending: string): readonly string[] {
  const chosen: string[] = [];
  let bytes = 0;
  for (const path of folders.flatMap((cwd) => globSync(`${cwd}/**/*.${ending}`)).toSorted()) {
    const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 };
    if (size > 0 && size < mostFileBytes && bytes < mostBytes) {
      chosen.push(path);
      bytes += size;
    }
  }
  return chosen;
}

function inspect(body: Readonly<Record<string, unknown>>): Promise<DlpVerdict> {
  return withPdfs((readPdf) => inspectRequest(body, policy, readPdf));
}

/** Seconds. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const { user, system } = process.cpuUsage();
  await work();
  const after = process.cpuUsage({ user, system });
  return (after.user + after.system) / 1_000_000;
}
