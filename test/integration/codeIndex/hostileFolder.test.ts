import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { CodeIndex } from "../../../src/codeIndex/codeIndex.ts";
import { readGitLog } from "../../../src/codeIndexNode/gitHistory.ts";
import { ranked } from "../../unit/codeIndex/indexing.ts";
import { pathsFor, setUpFolder, signal } from "./indexedFolder.ts";

const folder = setUpFolder();

test("nothing of the index is native code", () => {
  const source = fileURLToPath(new URL("../../../src/", import.meta.url));
  const files = ["codeIndex", "codeIndexNode"].flatMap((room) =>
    readdirSync(join(source, room), { recursive: true, encoding: "utf8" }).map((name) =>
      join(source, room, name),
    ),
  );
  expect(files.filter((path) => /\.(?:node|wasm)$/u.test(path))).toEqual([]);
  const texts = files
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(path, "utf8"));
  const imports = texts.flatMap((text) =>
    [...text.matchAll(/from "([^."][^"]*)"/gu)].map(([, name]) => name),
  );
  expect(imports.filter((name) => !name?.startsWith("zod") && !name?.startsWith("node:"))).toEqual(
    [],
  );
});

test("neither a secret file nor a link out of the folder is read, found or kept", async () => {
  writeFileSync(join(folder.base, "outside.ts"), "export const outsideSecret = 1;\n");
  folder.write("src/a.ts", "export const token = load();\n");
  folder.write(".env", "TOKEN=plantedSecret\n");
  folder.write("config/id_rsa", "plantedSecret\n");
  symlinkSync(join(folder.base, "outside.ts"), join(folder.code, "src/link.ts"));
  symlinkSync(folder.base, join(folder.code, "up"));
  const { index, reads } = await folder.open();
  expect(await index.refresh(signal)).toMatchObject({ files: 1, leftOut: [["secret", 2]] });
  expect(reads).toEqual(["src/a.ts"]);
  expect(await pathsFor(index, "outsideSecret plantedSecret token")).toEqual(["src/a.ts"]);
  await index.write();
  const bytes = readFileSync(join(folder.data, "code.index"));
  for (const word of ["plantedSecret", "id_rsa", ".env", "outside", "link.ts"]) {
    expect([word, bytes.includes(word)]).toEqual([word, false]);
  }
  await index.close();
});

test("a hundred thousand files of one line are indexed and found", () => {
  const index = new CodeIndex(() => 0);
  for (let number = 0; number < 100_000; number += 1) {
    const text = `export const value${number} = ${number};\n`;
    index.put({ path: `src/d${number % 300}/f${number}.ts`, text, size: text.length, mtimeMs: 1 });
    index.work(1);
  }
  index.commit();
  while (index.work(1)) {
    // The clock stands still, so each call does everything.
  }
  expect(index.stats.files).toBe(100_000);
  const files = ranked(index, "value77777");
  expect(files[0]?.path).toBe("src/d77/f77777.ts");
}, 120_000);

test("a hostile repository starts nothing", async () => {
  const mark = join(folder.base, "started");
  const program = join(folder.base, "program.sh");
  writeFileSync(program, `#!/bin/sh\ntouch ${mark}\n`);
  chmodSync(program, 0o755);
  folder.git("init", "-q", "-b", "main");
  folder.write("--exec=touch started.ts", "export const optionName = 1;\n");
  folder.write("new\nline.ts", "export const newlineName = 1;\n");
  folder.write("src/plain.ts", "export const plainName = 1;\n");
  folder.git("add", ".");
  folder.git("commit", "-qm", "add peculiar names");
  const settings = {
    "core.fsmonitor": program,
    "core.hooksPath": folder.base,
    "core.pager": program,
    "core.sshCommand": program,
    "diff.external": program,
    "gpg.program": program,
    "log.showSignature": "true",
    "alias.log": `!${program}`,
    "filter.evil.smudge": program,
    "diff.evil.textconv": program,
    "diff.evil.command": program,
    "pager.log": program,
  };
  for (const [key, value] of Object.entries(settings)) {
    folder.git("config", key, value);
  }
  folder.write(".gitattributes", "* diff=evil filter=evil\n");
  for (const hook of [
    "post-checkout",
    "post-index-change",
    "pre-commit",
    "reference-transaction",
  ]) {
    writeFileSync(join(folder.code, ".git/hooks", hook), `#!/bin/sh\ntouch ${mark}\n`, {
      mode: 0o755,
    });
  }
  const planted = join(folder.code, "git");
  writeFileSync(planted, `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
  const path = `${folder.code}:.:${process.env["PATH"] ?? ""}`;
  const log = await readGitLog(
    folder.code,
    { ...process.env, PATH: path, GIT_EXTERNAL_DIFF: program, GIT_DIR: folder.base },
    { signal },
  );
  expect(log?.commits).toEqual([
    {
      subject: "add peculiar names",
      paths: ["--exec=touch started.ts", "new\nline.ts", "src/plain.ts"],
    },
  ]);
  const { index } = await folder.open(true);
  await index.refresh(signal);
  expect((await pathsFor(index, "newlineName"))[0]).toBe("new\nline.ts");
  expect(await pathsFor(index, "optionName")).toContain("--exec=touch started.ts");
  expect(await pathsFor(index, "peculiar")).toContain("src/plain.ts");
  expect(existsSync(mark)).toBe(false);
  await index.close();
});
