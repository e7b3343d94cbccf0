import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Metafile } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";

import { bundledPackages, noticesOf } from "../../../scripts/notices.ts";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "notices-"));
});

afterEach(() => rmSync(root, { recursive: true }));

/** What esbuild says of a bundle that these files went into. */
function bundleOf(...inputs: readonly string[]): Metafile {
  const input = { bytes: 1, imports: [] };
  return { inputs: Object.fromEntries(inputs.map((path) => [path, input])), outputs: {} };
}

function addPackage(folder: string, files: Readonly<Record<string, string>>): void {
  const path = join(root, "node_modules", folder);
  mkdirSync(path, { recursive: true });
  const name = folder.split("node_modules/").at(-1);
  const manifest = JSON.stringify({ name, version: "1.2.3", license: "MIT" });
  for (const [file, text] of Object.entries({ "package.json": manifest, ...files })) {
    writeFileSync(join(path, file), text);
  }
}

test("packages are found by the files that were bundled: scoped ones and those inside of others too", () => {
  const bundles = [
    bundleOf("src/main.ts", "node_modules/b/lib/x.js", "node_modules/@s/a/index.js"),
    bundleOf("node_modules/b/y.js", "../../node_modules/b/node_modules/c/z.js"),
  ];
  expect(bundledPackages(bundles)).toEqual([
    "../../node_modules/b/node_modules/c",
    "node_modules/@s/a",
    "node_modules/b",
  ]);
});

test("a package that another carries in its bundle is found beside it, wherever that is", () => {
  expect(bundledPackages([bundleOf("../x/node_modules/@dagrejs/dagre/dist/dagre.js")])).toEqual([
    "../x/node_modules/@dagrejs/dagre",
    "../x/node_modules/@dagrejs/graphlib",
  ]);
});

test("every text that a package has about its licence is there, also one in its README", () => {
  addPackage("a", {
    LICENSE: "Text of a\r\nline",
    "NOTICE.txt": "Notice of a",
    "licenses.js": "no",
  });
  addPackage("@s/b", {
    "README.md": "# b\n\n## License\n\nCopyright B\n\nPermission is hereby granted, …\n",
  });
  const text = noticesOf([bundleOf("node_modules/a/x.js", "node_modules/@s/b/x.js")], root);
  const rule = "-".repeat(80);
  expect(text.slice(text.indexOf(rule))).toBe(
    `${rule}\n@s/b 1.2.3 (MIT)\n${rule}\n\nCopyright B\n\nPermission is hereby granted, …\n\n${rule}\na 1.2.3 (MIT)\n${rule}\n\nText of a\nline\n\nNotice of a\n`,
  );
});

test("a project whose code is inside a package's files has its own licence and version", () => {
  addPackage("unpdf", { LICENSE: "Text of unpdf" });
  const text = noticesOf([bundleOf("node_modules/unpdf/dist/pdfjs.mjs")], root);
  const { devDependencies } = JSON.parse(
    readFileSync(new URL("../../../node_modules/unpdf/package.json", import.meta.url), "utf8"),
  ) as { readonly devDependencies: Readonly<Record<string, string>> };
  const version = devDependencies["pdfjs-dist"]?.replace("~", "");
  expect(text).toContain(`\npdfjs-dist ${version} (Apache-2.0)\n`);
  expect(text).toMatch(/Copyright 2012-\d+ Mozilla Foundation\s+Apache License\s+Version 2\.0/u);
});

test("a package without a licence text stops the build and is named", () => {
  addPackage("a", { LICENSE: "Text of a" });
  addPackage("bare", { "README.md": "## License\n\nMIT" });
  addPackage("empty", { LICENSE: "" });
  const bundle = bundleOf(
    "node_modules/a/x.js",
    "node_modules/bare/x.js",
    "node_modules/empty/x.js",
  );
  expect(() => noticesOf([bundle], root)).toThrow(
    "No licence text is in bare 1.2.3 (MIT), empty 1.2.3 (MIT)",
  );
});
