import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { root } from "../../../../scripts/paths.ts";
import {
  type ConfigFile,
  ConfigFileError,
  readConfigFile,
} from "../../../../src/hubServer/config/configFile.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-config-"));
  path = join(folder, "hub.yaml");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function read(content: string): ConfigFile {
  writeFileSync(path, content);
  return readConfigFile(path);
}

function messageOf(content: string): string {
  try {
    read(content);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigFileError);
    return (error as Error).message.replace(path, "hub.yaml");
  }
  throw new Error("it was accepted");
}

test("a whole configuration is read, as YAML and as JSON", () => {
  const config = {
    host: "0.0.0.0",
    port: 8080,
    allow_remote: true,
    log: "json",
    database_file: "/run/secrets/database",
    upstreams: [{ name: "cloud", url: "https://api.example.com", key_variable: "CLOUD_KEY" }],
    openid: {
      issuer: "https://id.example.com",
      client_id: "hub",
      public_url: "https://hub.example",
    },
  };
  expect(read(JSON.stringify(config))).toEqual(config);
  expect(
    read(`
host: 0.0.0.0
port: 8080
allow_remote: true
log: json
database_file: /run/secrets/database
upstreams:
  - name: cloud
    url: https://api.example.com
    key_variable: CLOUD_KEY
openid: { issuer: "https://id.example.com", client_id: hub, public_url: "https://hub.example" }
`),
  ).toEqual(config);
  expect(read("# nothing yet\n")).toEqual({});
});

const employee =
  "labels: { en: Employee, pt-br: Matrícula }\n    action: mask\n    placeholder: EMPLOYEE";

test.each([
  ["a value of the wrong kind", "host: a\nport: eighty\n", /^hub\.yaml:2: "port" is not valid: /u],
  [
    "a name that does not exist",
    "host: a\nprot: 80\n",
    'hub.yaml:2: there is no setting "prot". The nearest known one is "port".',
  ],
  [
    "a name that does not exist, deeper",
    "upstreams:\n  - name: a\n    url: http://a\n    key: secret\n",
    'hub.yaml:4: there is no setting "upstreams.0.key". The nearest known one is "key_file".',
  ],
  [
    "a pattern that is too common",
    `kinds:\n  - ${employee}\n    pattern: "[a-z]{2}"\n`,
    /^hub\.yaml:5: "kinds\.0\.pattern" is not valid: The pattern cannot be used: ordinary text/u,
  ],
  [
    "a placeholder given twice",
    `kinds:\n  - ${employee}\n    pattern: EMP-00\n  - ${employee}\n    pattern: EMP-01\n`,
    'hub.yaml:8: "kinds.1.placeholder" is not valid: another kind has it already.',
  ],
  [
    "a time that is none",
    `kinds:\n  - ${employee}\n    pattern: EMP-00\n    acts_from: soon\n`,
    /^hub\.yaml:6: "kinds\.0\.acts_from" is not valid: /u,
  ],
  ["a kind without a pattern", `kinds:\n  - ${employee}\n`, /"kinds\.0\.pattern" is not valid/u],
  [
    "a name of a kind that does not exist",
    `kinds:\n  - ${employee}\n    patern: EMP-00\n`,
    'hub.yaml:5: there is no setting "kinds.0.patern". The nearest known one is "pattern".',
  ],
  ["something missing", "host: a\nupstreams:\n  - name: a\n", /^hub\.yaml:3: "upstreams\.0\.url"/u],
  ["text that is no YAML", "host: a\nport: [1\n", /^hub\.yaml:\d+: /u],
  ["a name given twice", "host: a\nhost: b\n", /^hub\.yaml:2: Map keys must be unique/u],
  ["a list", "- a\n", /^hub\.yaml:1: /u],
])("%s is refused with its line", (_name, content, message) => {
  expect(messageOf(content)).toMatch(message);
});

test("the examples of the documentation are configurations", () => {
  const text = readFileSync(join(root, "docs", "hub.md"), "utf8");
  const examples = [...text.matchAll(/```yaml\n(.*?)```/gsu)]
    .map(([, example = ""]) => example)
    .filter((example) => !example.startsWith("# compose.yaml"));
  expect(examples).toHaveLength(1);
  expect(examples.map((example) => Object.keys(read(example)).length > 5)).toEqual([true]);
});

test("aliases that multiply are refused instead of filling the memory", () => {
  const levels = Array.from(
    { length: 12 },
    (_item, level) => `a${level + 1}: &a${level + 1} [${`*a${level}, `.repeat(9)}]`,
  );
  expect(messageOf(`a0: &a0 x\n${levels.join("\n")}\n`)).toMatch(/aliases/u);
});

test("a file that is not there is named", () => {
  expect(() => readConfigFile(join(folder, "none.yaml"))).toThrow(/none\.yaml cannot be read/u);
});

test.skipIf(process.platform === "win32")("a file that every user can change is refused", () => {
  writeFileSync(path, "port: 8080");
  chmodSync(path, 0o646);
  expect(() => readConfigFile(path)).toThrow("Every user of this machine can change");
  chmodSync(path, 0o664);
  expect(readConfigFile(path)).toEqual({ port: 8080 });
});

test.skipIf(process.platform === "win32")("a file of another user is refused", () => {
  writeFileSync(path, "port: 8080");
  const { uid } = statSync(path);
  expect(readConfigFile(path, [uid])).toEqual({ port: 8080 });
  expect(() => readConfigFile(path, [uid + 1, uid + 2])).toThrow(
    `The configuration ${path} belongs to another user (uid ${uid}). Its owner must be root or the user of the hub (uid ${uid + 2}).`,
  );
});

test.skipIf(process.platform === "win32")(
  "a file in a folder in which every user can put another in its place is refused, behind a link, too",
  () => {
    // As Kubernetes mounts a ConfigMap: links in a folder with the sticky bit.
    mkdirSync(join(folder, "..1"));
    writeFileSync(join(folder, "..1", "hub.yaml"), "port: 8080");
    symlinkSync("..1", join(folder, "..data"));
    symlinkSync(join("..data", "hub.yaml"), path);
    for (const [outer, inner] of [
      [0o3777, 0o2755],
      [0o2755, 0o2775],
    ] as const) {
      chmodSync(folder, outer);
      chmodSync(join(folder, "..1"), inner);
      expect(readConfigFile(path)).toEqual({ port: 8080 });
    }
    chmodSync(join(folder, "..1"), 0o777);
    expect(() => readConfigFile(path)).toThrow(
      `Run "chmod o-w ${join(realpathSync(folder), "..1")}"`,
    );
    chmodSync(join(folder, "..1"), 0o755);
    chmodSync(folder, 0o777);
    expect(() => readConfigFile(path)).toThrow(`Run "chmod o-w ${folder}"`);
  },
);
