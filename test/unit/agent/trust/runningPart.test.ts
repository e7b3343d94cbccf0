import { expect, test } from "vitest";

import { runsByContent } from "../../../../src/agent/trust/contentAct.ts";
import { writeAct } from "../../../../src/agent/trust/pathTrust.ts";
import { changesWhatRuns } from "../../../../src/agent/trust/runningPart.ts";
import { namedFiles } from "../../../support/runnableNames.ts";

test.each(namedFiles)("a model does not write %s without a question", (name) => {
  for (const path of [`/w/${name}`, `/w/new/folder/${name}`]) {
    const at = { named: path, real: path, isInside: true, isOurs: false };
    const asks = writeAct(at) === "runnable" || runsByContent(path, undefined, "#!/bin/sh\ntrue\n");
    expect([asks, changesWhatRuns(path, undefined, "#!/bin/sh\ntrue\n")]).toEqual([true, true]);
  }
});

test.each([
  "src/app.ts",
  "src/app/app.config.ts",
  "README.md",
  "LICENSE",
  "src/config.ts",
  "tsconfig.json",
  "data.yaml",
  "src/builder.py",
  "src/profile.ts",
  "docs/requirements.md",
  "src/build.rb",
  "package.jsonl",
])("%s is written like any other file", (name) => {
  const path = `/w/${name}`;
  const at = { named: path, real: path, isInside: true, isOurs: false };
  expect(writeAct(at)).toBe("edit");
  expect([runsByContent(path, "a", "b"), changesWhatRuns(path, "a", "b")]).toEqual([false, false]);
});

test.each([
  ["package.json", '{"version":"1","scripts":{"a":"b"}}', '{"version":"2","scripts":{"a":"b"}}'],
  ["package.json", '{"dependencies":{}}', '{"dependencies":{"a":"1"}}'],
  ["Cargo.toml", '[package]\nversion = "1.0.0"\n', '# new\n[package]\nversion = "1.1.0"\n\n'],
  ["pyproject.toml", '[project]\ndescription = "a"\n', '[project]\ndescription = "b"\n'],
  ["composer.json", '{"version":"1","require":{}}', '{"version":"2","require":{}}'],
  ["package-lock.json", '{"version":"1"}', '{"version":"2"}'],
  ["Cargo.lock", 'version = "1"\nchecksum = "ab"\n', 'version = "2"\n'],
  ["Gemfile.lock", "", "GEM\n  remote: https://rubygems.org/\n  specs:\n"],
  ["Cargo.lock", "", 'source = "registry+https://github.com/rust-lang/crates.io-index"\n'],
  ["gradlew", "text", "other text"],
  ["Makefile", "all:\n", "all:\n"],
])("of %s only the part that runs counts", (name, before, after) => {
  expect(changesWhatRuns(`/w/${name}`, before, after)).toBe(false);
});

const sum = "0123456789abcdef".repeat(4);

test.each([
  ["package.json", '{"scripts":{"a":"b"}}', '{"scripts":{"a":"c"}}'],
  ["package.json", "{}", "{"],
  ["package.json", "{}", '{"jest":{"transform":{}}}'],
  ["Cargo.toml", '[package]\nname = "a"\n', '[package]\nname = "a"\nbuild = "evil.rs"\n'],
  [
    "Cargo.toml",
    '[package]\nversion = "1"\n',
    '[package]\nversion = "1"\n[dependencies]\na = "1"\n',
  ],
  ["Cargo.toml", '[dependencies]\nversion = "1"\n', '[dependencies]\nversion = "2"\n'],
  ["pyproject.toml", 'a = """\n[project]\n"""\n', 'a = """\n[project]\nversion = "1"\n"""\n'],
  ["pyproject.toml", "[build-system]\n", '[build-system]\nbuild-backend = "x"\n'],
  ["composer.json", '{"scripts":{}}', '{"scripts":{"test":"x"}}'],
  ["deno.json", "{}", '{"tasks":{"a":"b"}}'],
  ["package-lock.json", "{}", '{"resolved":"https://example.org/a.tgz"}'],
  ["yarn.lock", "", "integrity sha512-abc=="],
  ["Gemfile.lock", "", "GEM\n  remote: https://rubygems.org.evil.example/\n"],
  ["Cargo.lock", "", `checksum = "${sum}"`],
  ["pnpm-lock.yaml", "", "specifier: file:../evil"],
  ["bun.lockb", "a\0", "b\0"],
  ["bin/deploy", "#!/bin/sh\n", "#!/bin/sh\ncurl x\n"],
  ["Makefile", "all:\n", "all:\n\tcurl x\n"],
])("a change of the part of %s that runs is one", (name, before, after) => {
  expect(changesWhatRuns(`/w/${name}`, before, after)).toBe(true);
});

test("a script of a shell is asked about by any name, other scripts by a name without an ending", () => {
  expect(runsByContent("/w/tool.txt", undefined, "#!/usr/bin/env bash\n")).toBe(true);
  expect(runsByContent("/w/tool.txt", "#!/bin/sh -e\n", "#!/bin/sh -e\n")).toBe(false);
  expect(runsByContent("/w/bin/tool", "#!/usr/bin/env node\n", "#!/usr/bin/env node\nx\n")).toBe(
    true,
  );
  expect(runsByContent("/w/src/cli.ts", undefined, "#!/usr/bin/env node\n")).toBe(false);
});

test("a hostile file costs no more than its length", () => {
  const long = '[project]\nversion = "'.padEnd(1_000_000, "[");
  expect(changesWhatRuns("/w/pyproject.toml", "", long)).toBe(true);
  expect(changesWhatRuns("/w/Cargo.lock", "", "z-".repeat(500_000))).toBe(false);
  expect(changesWhatRuns("/w/Cargo.toml", "", " ".repeat(200_000))).toBe(false);
});
