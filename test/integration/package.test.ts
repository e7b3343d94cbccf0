import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";

import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";

import { root } from "../../scripts/paths.ts";

type Files = Readonly<Record<string, Uint8Array>>;

interface Build {
  readonly vsix: Buffer;
  readonly zip: Buffer;
  /** The sources, after `npm run package`. */
  readonly folder: string;
  /** Folder with what it has made. */
  readonly output: string;
}

/** Parts of the page that are loaded when they are first needed: features, the renderer, languages, and what they share. */
const pageChunks = [
  "CheckpointLine",
  "Comparison",
  "DraftMarks",
  "FindBar",
  "HistoryPanel",
  "ImageDialog",
  "MeterPopup",
  "ModeButton",
  "ModelMenu",
  "PlanStart",
  "QueueList",
  "RunPanel",
  "SensitiveBar",
  "SensitiveHelp",
  "SensitiveQuestion",
  "StuckQuestion",
  "ToolCalls",
  "c",
  "chunk",
  "csharp",
  "css",
  "diff",
  "dockerfile",
  "drawDiagram",
  "drawMath",
  "go",
  "html",
  "java",
  "javascript",
  "json",
  "kotlin",
  "markdown",
  "php",
  "powershell",
  "ptBr",
  "python",
  "referenceLinks",
  "ruby",
  "rust",
  "shell",
  "sql",
  "streamingMarkdown",
  "swift",
  "toml",
  "yaml",
];

/** Parts of the hub's console: a view each, what they share, the charts, and the other language. */
const consoleChunks = [
  "AuditView",
  "BudgetsView",
  "ModelsView",
  "OverviewView",
  "ProfilesView",
  "RunsView",
  "SectorsView",
  "SettingsView",
  "TokensView",
  "UpstreamsView",
  "UsageView",
  "UsersView",
  "barPlot",
  "chunk",
  "ptBr",
];

const folders: string[] = [];
let first: Build;
let second: Build;

beforeAll(() => {
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  const left = new Set([".git", "dist", "node_modules", "test", "test-results"]);
  cpSync(root, one, { recursive: true, filter: (path) => !left.has(basename(path)) });
  cpSync(one, other, { recursive: true });
  first = build(one);
  second = build(other);
}, 120_000);

afterAll(() => {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the package holds what the extension needs and nothing else", () => {
  const names = Object.keys(extensionFiles(first.vsix, "extension/")).map(withoutHash);
  expect([...new Set(names)].toSorted()).toEqual([
    "LICENSE.txt",
    "changelog.md",
    "dist/THIRD-PARTY-NOTICES.txt",
    "dist/agentHost.js",
    "dist/codeIndex.js",
    "dist/completionHost.js",
    ...consoleChunks.map((name) => `dist/console/chunks/${name}.js`),
    "dist/console/main.css",
    "dist/console/main.js",
    "dist/extension.js",
    "dist/host.js",
    "dist/hub.mjs",
    "dist/mcp.mjs",
    "dist/mcpHost.js",
    "dist/web/extension.js",
    ...pageChunks.map((name) => `dist/webview/chunks/${name}.js`),
    "dist/webview/codicon.ttf",
    "dist/webview/main.css",
    "dist/webview/main.js",
    "dist/webview/seller.css",
    "dist/webview/seller.js",
    "dist/webview/usage.css",
    "dist/webview/usage.js",
    "l10n/bundle.l10n.pt-br.json",
    "media/activity-bar.svg",
    "media/icon.png",
    "media/tab-dark.svg",
    "media/tab-light.svg",
    ...["agent", "ask", "budget", "connect", "open", "side"].map(
      (name) => `media/walkthrough/${name}.svg`,
    ),
    "package.json",
    "package.nls.json",
    "package.nls.pt-br.json",
    "readme.md",
  ]);
});

test("the licence of every package that is in a bundle is in the package", () => {
  const names = packagesInMaps(first.folder);
  expect(names.length).toBeGreaterThan(30);
  const notices = new TextDecoder().decode(
    extensionFiles(first.vsix, "extension/")["dist/THIRD-PARTY-NOTICES.txt"],
  );
  expect(names.filter((name) => !notices.includes(`\n${name} `))).toEqual([]);
  expect(readFileSync(join(first.folder, "dist", "THIRD-PARTY-NOTICES.txt"), "utf8")).toBe(notices);
});

test("two builds in different places give the same bytes", () => {
  expect(first.vsix.equals(second.vsix)).toBe(true);
  expect(first.zip.equals(second.zip)).toBe(true);
});

test("vsix, zip and folder hold the same files", () => {
  const fromVsix = extensionFiles(first.vsix, "extension/");
  expect(extensionFiles(first.zip, "vscode-extension/")).toEqual(fromVsix);
  expect(Object.keys(unzipSync(first.zip))).toHaveLength(Object.keys(fromVsix).length);
  const folder = join(first.output, "vscode-extension");
  const inFolder = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(inFolder).toHaveLength(Object.keys(fromVsix).length);
  for (const [name, content] of Object.entries(fromVsix)) {
    expect(readFileSync(join(folder, name)).equals(content), name).toBe(true);
  }
});

test("the package is smaller than 2 MB", () => {
  expect(first.vsix.length).toBeLessThan(2_000_000);
});

test("the agent without an editor is one file of less than 800 KB", () => {
  const { length } = readFileSync(join(first.folder, "dist", "agent.mjs"));
  const packed = gzipSync(readFileSync(join(first.folder, "dist", "agent.mjs"))).length;
  // oxlint-disable-next-line no-console -- the numbers are what one looks for here
  console.log(`dist/agent.mjs: ${length} bytes, ${packed} packed; vsix: ${first.vsix.length}`);
  expect(length).toBeLessThan(800_000);
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-package-"));
  folders.push(folder);
  return folder;
}

/** Builds and packages a copy of the sources, as a fresh clone would. */
function build(folder: string): Build {
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(folder, "scripts", "tasks.ts"), "package"],
    { cwd: folder, encoding: "utf8" },
  );
  if (status !== 0) {
    throw new Error(`Packaging failed: ${stderr}`);
  }
  const output = join(folder, "dist", "package");
  const vsix = readdirSync(output).find((name) => name.endsWith(".vsix")) ?? "";
  return {
    vsix: readFileSync(join(output, vsix)),
    zip: readFileSync(join(output, "vscode-extension.zip")),
    folder,
    output,
  };
}

/** The packages that the source maps of all bundles name, after a build of its own. */
function packagesInMaps(folder: string): readonly string[] {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
  const { status, stderr } = spawnSync(process.execPath, ["esbuild.mjs", "--dev"], {
    cwd: copy,
    encoding: "utf8",
  });
  if (status !== 0) {
    throw new Error(`The build failed: ${stderr}`);
  }
  const maps = readdirSync(join(copy, "dist"), { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".map"),
  );
  const sources = maps.flatMap((name) => {
    const map: unknown = JSON.parse(readFileSync(join(copy, "dist", name), "utf8"));
    return (map as { readonly sources: readonly string[] }).sources;
  });
  const names = sources.map(
    (source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(source)?.[1],
  );
  return [...new Set(names.filter((name) => name !== undefined))].toSorted();
}

/** Files of an archive below a folder, by their path in it. */
function extensionFiles(archive: Uint8Array, folder: string): Files {
  return Object.fromEntries(
    Object.entries(unzipSync(archive))
      .filter(([name]) => name.startsWith(folder))
      .map(([name, content]) => [name.slice(folder.length), content]),
  );
}

/** Chunks of the page are named after their content. */
function withoutHash(name: string): string {
  return name.replace(/(?<=^dist\/(?:console|webview)\/chunks\/[\w-]+)-[A-Z0-9]{8}(?=\.js$)/, "");
}
