import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { UpstreamRecord } from "../../../../src/hubServer/store/records.ts";
import type { KeySource } from "../../../../src/hubServer/upstream/keySource.ts";
import {
  UpstreamKeys,
  type UpstreamKeysOptions,
} from "../../../../src/hubServer/upstream/upstreamKeys.ts";

let home: string;
let folder: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "ai-hub-keys-"));
  folder = join(home, "keys");
  mkdirSync(folder);
  writeFileSync(join(home, "secret"), "of-somebody-else\n");
  writeFileSync(join(folder, "key"), "the-key\n", { mode: 0o600 });
});
afterEach(() => rmSync(home, { recursive: true }));

function keys(more: Partial<UpstreamKeysOptions> = {}): UpstreamKeys {
  const environment = { AI_HUB_UPSTREAM_A_KEY: " key-a\n", HOME: "secret" };
  const policy = { environment, folder, ownFiles: [join(folder, "database")] };
  return new UpstreamKeys({ policy, isLab: false, given: [], ...more });
}

function record(id: string, keyFrom?: KeySource, createdAt = 1): UpstreamRecord {
  const url = `https://${id}.example/`;
  return {
    id,
    name: id,
    url,
    format: "openai",
    isActive: true,
    createdAt,
    ...(keyFrom && { keyFrom }),
  };
}

function keyOf(keyFrom: KeySource, more: Partial<UpstreamKeysOptions> = {}): unknown {
  return keys(more)
    .ofRecords([record("one", keyFrom)])
    .get("one");
}

test("a variable for keys and a file in the folder are read, without the line's end", () => {
  expect(keyOf({ variable: "AI_HUB_UPSTREAM_A_KEY" })).toEqual({ key: "key-a" });
  expect(keyOf({ file: join(folder, "key") })).toEqual({ key: "the-key" });
  // As Kubernetes mounts a secret: links that stay in the folder.
  mkdirSync(join(folder, "..data"));
  writeFileSync(join(folder, "..data", "token"), "mounted", { mode: 0o600 });
  symlinkSync(join("..data", "token"), join(folder, "token"));
  expect(keyOf({ file: join(folder, "token") })).toEqual({ key: "mounted" });
});

test.each([
  "HOME",
  "DATABASE_URL",
  "AI_HUB_ADMIN_TOKEN",
  "AI_HUB_UPSTREAM_KEY",
  "AI_HUB_UPSTREAM__KEY",
  "ai_hub_upstream_a_key",
  "AI_HUB_UPSTREAM_A_KEY\n",
])(
  "the variable %j is nobody's key, neither when it is saved nor from an older store",
  (variable) => {
    expect(keys().refusalOf({ variable }, [])).toContain("AI_HUB_UPSTREAM_<NAME>_KEY");
    expect(keyOf({ variable })).toMatchObject({ reason: "forbidden" });
  },
);

test("a link to itself is a file that cannot be read", () => {
  const file = join(folder, "loop");
  symlinkSync(file, file);
  expect(keyOf({ file })).toMatchObject({ reason: "missing" });
});

test("a file outside the folder is not read, by whatever path", () => {
  symlinkSync(join(home, "secret"), join(folder, "link"));
  symlinkSync(home, join(folder, "out"));
  mkdirSync(`${folder}-2`);
  writeFileSync(join(`${folder}-2`, "key"), "beside");
  const paths = [
    join(home, "secret"),
    join(folder, "link"),
    `${folder}/../secret`,
    join(folder, "out", "secret"),
    join(`${folder}-2`, "key"),
    "/proc/self/environ",
    "/nowhere",
    folder,
  ];
  for (const file of paths) {
    expect(keys().refusalOf({ file }, []), file).toContain("not in the hub's folder for keys");
    expect(keyOf({ file }), file).not.toHaveProperty("key");
  }
});

test("without a folder no file is read, and the words say how to name one", () => {
  const policy = { environment: {}, folder: undefined, ownFiles: [] };
  expect(keys({ policy }).refusalOf({ file: join(folder, "key") }, [])).toContain("--key-folder");
});

test("a secret of the hub itself is no key, though it lies in the folder", () => {
  writeFileSync(join(folder, "database"), "postgres://hub:secret@db/hub");
  linkSync(join(folder, "database"), join(folder, "other"));
  for (const name of ["database", "other"]) {
    expect(keyOf({ file: join(folder, name) })).toMatchObject({ reason: "forbidden" });
  }
});

test("a key that is not there yet may be named; the use says that it is missing", () => {
  for (const source of [{ variable: "AI_HUB_UPSTREAM_B_KEY" }, { file: join(folder, "later") }]) {
    expect(keys().refusalOf(source, [])).toBeUndefined();
    expect(keyOf(source)).toMatchObject({ reason: "missing" });
  }
});

test("one key is for one upstream: another record, another name of the file, one from the command line", () => {
  const source = { file: join(folder, "key") };
  linkSync(join(folder, "key"), join(folder, "same"));
  symlinkSync("key", join(folder, "link"));
  for (const name of ["key", "same", "link", "../keys/key"]) {
    const refusal = keys().refusalOf({ file: `${folder}/${name}` }, [record("one", source)]);
    expect(refusal, name).toContain("The upstream one has this key");
  }
  const variable = "AI_HUB_UPSTREAM_A_KEY";
  const url = new URL("https://given.example");
  const given = [
    { name: "given", url, format: "openai", key: "key-a", keyFrom: { variable } },
  ] as const;
  expect(keys({ given }).refusalOf({ variable }, [])).toContain("The upstream given has this key");
  expect(keyOf({ variable }, { given })).toMatchObject({ reason: "forbidden" });
});

test("of two records of an older store with one key the older gets it", () => {
  const source = { variable: "AI_HUB_UPSTREAM_A_KEY" };
  const found = keys().ofRecords([record("new", source, 2), record("old", source, 1)]);
  expect(found.get("old")).toEqual({ key: "key-a" });
  expect(found.get("new")).toMatchObject({ reason: "forbidden" });
});

test("the lab gives no key to anybody", () => {
  const source = { variable: "AI_HUB_UPSTREAM_A_KEY" };
  expect(keys({ isLab: true }).refusalOf(source, [])).toContain("without --lab");
  expect(keyOf(source, { isLab: true })).toMatchObject({ reason: "forbidden" });
});
