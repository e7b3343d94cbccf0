import { readFile } from "node:fs/promises";

import type { BuildOptions, Metafile, Plugin } from "esbuild";

/** Modules that become one chunk, by the name under which entry points import them. */
type Groups = Readonly<Record<string, ReadonlySet<string>>>;

interface Plan {
  readonly groups: Groups;
  /** The groups that an entry point, or the target of an `import()`, imports besides what its source does. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
}

const prefix = "eager-chunk:";

/**
 * Makes two chunks of what an entry point, named by its source, loads at once: what other entry points use as well, and what
 * only its own late parts share. By itself esbuild makes a chunk for each set of entry points with something in common, seventy
 * for the host and 38 for the page, each with its own prelude and list of exports; reading and compiling those takes longer than
 * what is in them, and for a page each is a request.
 *
 * Which modules are in a chunk depends on which entry points reach them. So each entry point that reaches one module
 * of a group is made to import the whole group, after its own imports.
 */
export function eagerChunks(source: string): Plugin {
  return {
    name: "eager-chunks",
    setup(build) {
      const { absWorkingDir = process.cwd(), plugins = [], ...options } = build.initialOptions;
      const others = plugins.filter(({ name }) => name !== "eager-chunks");
      let plan: Plan = { groups: {}, imports: new Map() };
      build.onStart(async () => {
        const { metafile } = await build.esbuild.build({
          ...options,
          absWorkingDir,
          plugins: others,
          metafile: true,
          write: false,
          logLevel: "silent",
        });
        plan = planOf(metafile, source, entryPointsOf(options));
      });
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const names = plan.imports.get(path.slice(absWorkingDir.length + 1).replaceAll("\\", "/"));
        if (names === undefined) {
          return undefined;
        }
        const imports = names.map((name) => `import "${prefix}${name}";`);
        return {
          contents: `${await readFile(path, "utf8")}\n${imports.join("\n")}`,
          loader: path.endsWith("x") ? "tsx" : "ts",
        };
      });
      build.onResolve({ filter: /^eager-chunk:/ }, ({ path }) => ({
        path: path.slice(prefix.length),
        namespace: "eager-chunks",
      }));
      build.onLoad({ filter: /.*/, namespace: "eager-chunks" }, ({ path: name }) => ({
        // What a package brings along comes with the modules that import it.
        contents: [...(plan.groups[name] ?? [])]
          .filter((path) => path.startsWith("src/"))
          .map((path) => `import "./${path}";`)
          .join("\n"),
        resolveDir: absWorkingDir,
      }));
    },
  };
}

function entryPointsOf({ entryPoints = {} }: BuildOptions): readonly string[] {
  return Object.values(entryPoints).filter((path) => typeof path === "string");
}

function planOf({ inputs }: Metafile, source: string, entryPoints: readonly string[]): Plan {
  // A style sheet would be written for each entry point.
  const eager = new Set(
    [...reached(inputs, [source], false)].filter(
      (path) => path !== source && !path.endsWith(".css"),
    ),
  );
  const programs = entryPoints.filter((path) => path !== source);
  const inPrograms = reached(inputs, programs, true);
  const groups: Groups = {
    shared: new Set([...eager].filter((path) => inPrograms.has(path))),
    own: new Set([...eager].filter((path) => !inPrograms.has(path))),
  };
  const imports = new Map<string, readonly string[]>();
  for (const path of [...entryPoints, ...importedLate(inputs)]) {
    // A module of a group that imported its group would be in a circle.
    if (!eager.has(path)) {
      const all = [...reached(inputs, [path], false)];
      const used = Object.entries(groups).filter(([, group]) => all.some((one) => group.has(one)));
      imports.set(
        path,
        used.map(([name]) => name),
      );
    }
  }
  return { groups, imports };
}

function reached(
  inputs: Metafile["inputs"],
  from: readonly string[],
  withLate: boolean,
): Set<string> {
  const found = new Set(from);
  for (const path of found) {
    for (const { path: imported, kind, external } of inputs[path]?.imports ?? []) {
      if (external !== true && (withLate || kind !== "dynamic-import")) {
        found.add(imported);
      }
    }
  }
  return found;
}

/** The targets of each `import()`. */
function importedLate(inputs: Metafile["inputs"]): readonly string[] {
  return Object.values(inputs).flatMap(({ imports }) =>
    imports
      .filter(({ kind, external }) => kind === "dynamic-import" && external !== true)
      .map(({ path }) => path),
  );
}
