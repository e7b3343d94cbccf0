/**
 * Cost of the unused extension: cold `require` and `activate` against an empty extension, in fresh
 * processes, interleaved; the processor time of what a first use loads; and the sizes of the bundles against their goals.
 * Needs `npm run build`. With the folder of another build (`dist` of another commit) as its argument, both are loaded in turn.
 */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const root = fileURLToPath(new URL("../", import.meta.url));
const runs = 15;

const empty = "exports.activate = () => {}; exports.deactivate = () => {};";

/** What the editor's API exports, as many names as there: some builds copy them. */
function editorNames(): readonly string[] {
  const types = readFileSync(join(root, "node_modules/@types/vscode/index.d.ts"), "utf8");
  const exported = /^\s*export (?:abstract )?(?:class|enum|namespace) (\w+)/gmu;
  return [...new Set([...types.matchAll(exported)].map(([, name = ""]) => name))];
}

/** Node's modules that the extension host of VS Code 1.139 has loaded itself (imports of its `extensionHostProcess.js`). */
const editorModules = [
  "child_process",
  "crypto",
  "fs",
  "fs/promises",
  "http",
  "module",
  "net",
  "os",
  "stream",
  "zlib",
];

/** Runs in its own process, with a fake `vscode` whose members can all be called. */
const probe = `
const Module = require("node:module");
const load = Module._load;
const anything = new Proxy(function () {}, {
  get: (_target, key) => (key === Symbol.toPrimitive ? () => "" : key === "then" ? undefined : anything),
  apply: () => anything,
  construct: () => anything,
});
const names = ${JSON.stringify(editorNames())};
const vscode = Object.fromEntries(names.map((name) => [name, anything]));
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const context = {
  subscriptions: [], extensionUri: anything, globalStorageUri: anything, workspaceState: anything,
  globalState: anything, secrets: anything, extension: { packageJSON: { version: "0.0.0" } },
};
if (process.argv[3] === "loadInEditor") {
  ${JSON.stringify(editorModules)}.forEach((name) => require(name));
}
if (process.argv[3].startsWith("load")) {
  const before = process.cpuUsage();
  require(process.argv[2]);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1e3);
} else {
  const start = process.hrtime.bigint();
  require(process.argv[2]).activate(context);
  console.log(Number(process.hrtime.bigint() - start) / 1e6);
}
`;

type Mode = "activate" | "load" | "loadInEditor";

function measure(folder: string, extension: string, mode: Mode): number {
  const output = execFileSync(process.execPath, [join(folder, "probe.cjs"), extension, mode]);
  return Number(output.toString().trim().split("\n").at(-1));
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function activation(): void {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-bench-"));
  try {
    writeFileSync(join(folder, "probe.cjs"), probe);
    writeFileSync(join(folder, "empty.cjs"), empty);
    const ours: number[] = [];
    const floor: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      floor.push(measure(folder, join(folder, "empty.cjs"), "activate"));
      ours.push(measure(folder, join(root, "dist/extension.js"), "activate"));
    }
    console.table({
      "empty extension": { "median ms": median(floor).toFixed(2) },
      "AI Hub": { "median ms": median(ours).toFixed(2) },
      "over empty (goal ≤ 5)": { "median ms": (median(ours) - median(floor)).toFixed(2) },
    });
    firstLoad(folder, "load", "first load");
    firstLoad(folder, "loadInEditor", "beside the editor's own modules");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compiling and running what a first use loads, in processor time. */
function firstLoad(folder: string, mode: Mode, title: string): void {
  const builds = [join(root, "dist"), ...process.argv.slice(2)];
  const times = new Map(builds.map((build) => [build, [] as number[]]));
  for (let run = 0; run < runs; run += 1) {
    for (const [build, found] of times) {
      found.push(measure(folder, join(build, "host.js"), mode));
    }
  }
  const own = median(times.get(join(root, "dist")) ?? []);
  console.table(
    Object.fromEntries(
      [...times].map(([build, found]) => [
        `${title}, ${build}`,
        {
          "processor ms (goal ≤ 25)": median(found).toFixed(1),
          "÷ this build": (median(found) / own).toFixed(2),
        },
      ]),
    ),
  );
}

/** The imports of an ES module, and `=require("…")` of CommonJS; an `import()` has become `()=>require("…")`. */
const atOnce = /(?:\bfrom|\bimport|(?:^|[=;,])require\()"(\.[^"]+\.js)"/gu;

/** Bytes of a bundle with all chunks that it loads at once, as they are and compressed one by one. */
function sizeOf(path: string): { readonly KB: string; readonly "brotli KB": string } {
  const contents = [...withChunks(path, new Set())].map((file) => readFileSync(file));
  const kiloBytes = (size: (content: Buffer) => number): string =>
    (contents.reduce((sum, content) => sum + size(content), 0) / 1024).toFixed(1);
  return {
    KB: kiloBytes(({ length }) => length),
    "brotli KB": kiloBytes((content) => brotliCompressSync(content).length),
  };
}

function withChunks(path: string, known: Set<string>): ReadonlySet<string> {
  if (!known.has(path)) {
    known.add(path);
    const chunks = path.endsWith(".js") ? readFileSync(path, "utf8").matchAll(atOnce) : [];
    for (const [, chunk = ""] of chunks) {
      withChunks(join(dirname(path), chunk), known);
    }
  }
  return known;
}

function sizes(): void {
  const vsix = globSync("dist/package/*.vsix", { cwd: root }).at(0);
  const rows: readonly (readonly [name: string, path: string | undefined, goalKb: number])[] = [
    ["host, eager", "dist/extension.js", 10],
    ["host, when first used", "dist/host.js", 300],
    ["page, eager", "dist/webview/main.js", 120],
    ["page, styles", "dist/webview/main.css", 30],
    ["vsix", vsix, 2048],
  ];
  console.table(
    Object.fromEntries(
      rows
        .filter(([, path]) => path !== undefined && existsSync(join(root, path)))
        .map(([name, path = "", goalKb]) => [
          name,
          { ...sizeOf(join(root, path)), "goal KB": goalKb },
        ]),
    ),
  );
}

activation();
sizes();
