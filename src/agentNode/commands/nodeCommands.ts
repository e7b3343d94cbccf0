import { mkdir, realpath, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import type {
  Command,
  CommandEnd,
  CommandRequest,
  Commands,
  MovedPath,
  RunnableChange,
} from "../../agent/command/commands.ts";
import { moveAway, pruneMovedAway } from "../checkpoints/movedAway.ts";
import { trustedTime } from "../files/ageClockFile.ts";
import { outsideBuildFolders } from "../processes/buildFolders.ts";
import {
  commandEnvironment,
  plainEnvironment,
  withheldVariables,
} from "../processes/commandEnvironment.ts";
import { gitFolders } from "../processes/gitFolders.ts";
import { noteLiveCommand } from "../processes/liveCommands.ts";
import { pruneOutputFolders } from "../processes/outputFolder.ts";
import { findCodePage, findShell } from "../processes/shell.ts";
import { excludedPlaces } from "../sandbox/excludedPlaces.ts";
import {
  hasOnlyCaches,
  type NestedProtected,
  nestedProtected,
} from "../sandbox/nestedProtected.ts";
import { openPackageCaches } from "../sandbox/packageCaches.ts";
import { filesOf, putBack, type RunnableBefore, RunnableFiles } from "../sandbox/runnableFiles.ts";
import {
  absentProtected,
  probeSandbox,
  type SandboxPlaces,
  type SandboxProbe,
  sandboxFor,
} from "../sandbox/sandbox.ts";
import { type CommandOptions, CommandProcess } from "./commandProcess.ts";
import { checkPlain } from "./plainCheck.ts";

export interface NodeCommandsOptions {
  readonly runId: string;
  /** Absolute, real paths. */
  readonly workspace: readonly string[];
  readonly home: string;
  /** Absolute paths, invisible in the sandbox. */
  readonly own?: readonly string[];
  readonly outputFolder: string;
  /** This folder outlives the run, because the person may have created the moved paths. */
  readonly movedFolder: string;
  readonly noteFolder?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** Variables that the person allows although they look secret. */
  readonly allowedVariables: () => readonly string[];
  readonly lastId?: number;
}

const maxReadOnly = 1_000;
const afterTimes = 10;

interface Prepared extends CommandOptions {
  readonly isBackground?: boolean;
  readonly before?: { readonly nested: NestedProtected; readonly runnable: RunnableBefore };
}

export class NodeCommands implements Commands {
  readonly #options: NodeCommandsOptions;
  readonly #commands = new Map<string, Command>();
  #count: number;
  #isOver = false;
  #probe: Promise<SandboxProbe> | undefined;
  #codePage: Promise<number | undefined> | undefined;
  #git: Promise<readonly string[]> | undefined;
  readonly #runnable = new RunnableFiles();

  constructor(options: NodeCommandsOptions) {
    this.#options = options;
    this.#count = options.lastId ?? 0;
  }

  async isPlain(script: string, folder: string): Promise<boolean> {
    return (await this.#plainPath(script, folder)) !== undefined;
  }

  async sandboxProblem(): Promise<string | undefined> {
    const probe = await this.probe();
    return probe.kind === "missing" ? probe.reason : undefined;
  }

  variables(): readonly string[] {
    const { environment, allowedVariables } = this.#options;
    const allowed = allowedVariables();
    return allowed.length === 0
      ? allowed
      : withheldVariables(environment).filter((name) => allowed.includes(name));
  }

  async start(request: CommandRequest): Promise<Command> {
    this.#count += 1;
    const id = String(this.#count);
    const prepared = await this.#prepare(request, `${this.#options.runId}.${id}`);
    // No await until the command is in the map, or `stopAll` would miss it.
    const ready = this.#isOver ? "the run is over" : prepared;
    const command = typeof ready === "string" ? notStarted(id, ready) : this.#begin(id, ready);
    this.#commands.set(id, command);
    return command;
  }

  find(id: string): Command | undefined {
    return this.#commands.get(id);
  }

  async stopAll(kept: ReadonlySet<string> = new Set()): Promise<void> {
    this.#isOver = true;
    const ending = [...this.#commands.values()].filter(({ id }) => !kept.has(id));
    await Promise.all(ending.map(async (command) => command.stop()));
    const { movedFolder, outputFolder } = this.#options;
    const now = await trustedTime(dirname(movedFolder));
    await pruneMovedAway(movedFolder, now).catch(() => undefined);
    await pruneOutputFolders(dirname(outputFolder), Date.now());
  }

  async #prepare(
    { script, folder, timeoutMs, way, variables = [], isBackground = false }: CommandRequest,
    mark: string,
  ): Promise<Prepared | string> {
    const base = this.#options.environment;
    const shell = findShell(base["PATH"] ?? "");
    if (!shell) {
      return "no shell was found";
    }
    const outputFile = join(this.#options.outputFolder, `${mark}.txt`);
    this.#codePage ??= findCodePage();
    const codePage = await this.#codePage;
    const common = { shell, script, folder, mark, outputFile, timeoutMs, codePage };
    if (way === "plain") {
      const path = await this.#plainPath(script, folder);
      return path === undefined
        ? "the script is no longer plain"
        : { ...common, environment: plainEnvironment(base, { path, mark }) };
    }
    const allowed = this.variables().filter((name) => variables.includes(name));
    const environment = commandEnvironment(base, { mark, allowed });
    if (way === "outside") {
      return { ...common, environment };
    }
    const probe = await this.probe();
    if (probe.kind === "missing") {
      return `there is no sandbox: ${probe.reason}`;
    }
    const confined = await this.#confine(isBackground);
    if (!confined) {
      return "the workspace has too many folders to hide what the organisation excludes";
    }
    const { sandbox, ...before } = confined;
    return sandbox
      ? {
          ...common,
          environment: { ...environment, ...sandbox.environment },
          sandbox,
          before,
          isBackground,
        }
      : "the sandbox is gone";
  }

  async #confine(isBackground: boolean) {
    const { workspace } = this.#options;
    const nested = await nestedProtected(workspace);
    const places = await this.#openPlaces();
    const hidden = await excludedPlaces(workspace, places.git);
    if (!hidden) {
      return undefined;
    }
    const { mtimeMs } = await stat(places.emptyFile);
    const runnable = await this.#runnable.before(nested, mtimeMs);
    const readOnly = [...nested.found.keys()].filter((path) => !nested.links.has(path));
    const caches = await openPackageCaches(readOnly);
    // Nobody could assign a change that comes hours later.
    const kept = isBackground ? filesOf(runnable).slice(0, maxReadOnly) : [];
    const all = { ...places, nested: [...readOnly, ...kept], caches, hidden };
    return { nested, runnable, sandbox: sandboxFor(all, this.#options.environment) };
  }

  #begin(id: string, { before, isBackground, ...options }: Prepared): Command {
    const guarded = before ? absentProtected(this.#options.workspace) : [];
    const started = new CommandProcess(options);
    const forget = this.#note(started, options);
    const movedAway: MovedPath[] = [];
    const runnable: RunnableChange[] = [];
    const folder = join(this.#options.movedFolder, options.mark);
    const ended = started.ended.then(async (end) => {
      if (before) {
        const after = await nestedProtected(this.#options.workspace, afterTimes);
        const appeared = [...guarded, ...(await newProtected(before.nested, after))];
        movedAway.push(...(await moveAway(appeared, folder)));
        const changes = await this.#changesOf(before.runnable, after);
        runnable.push(...changes.filter((change) => !isBackground || change.before === undefined));
      }
      await forget();
      return end;
    });
    return {
      id,
      movedAway,
      ended,
      runnable,
      output: () => started.output(),
      putBack: async (changes) => {
        const left = before ? await putBack(changes, before.runnable, folder) : [];
        movedAway.push(...left);
        return left;
      },
      stop: async () => {
        await started.stop();
        await ended;
      },
    };
  }

  async #changesOf(
    before: RunnableBefore,
    { runnable }: NestedProtected,
  ): Promise<readonly RunnableChange[]> {
    const { workspace, environment } = this.#options;
    const changes = await this.#runnable.changes(before, runnable);
    return await outsideBuildFolders(changes, {
      workspace,
      at: before.at,
      path: environment["PATH"] ?? "",
    });
  }

  /** Records the command. It runs even if that fails. The returned function deletes the record. */
  #note(
    { pid }: CommandProcess,
    { mark, script }: Pick<CommandOptions, "mark" | "script">,
  ): () => Promise<void> {
    const { noteFolder } = this.#options;
    const noted =
      noteFolder === undefined || pid === undefined
        ? undefined
        : noteLiveCommand(noteFolder, { pid, mark, script }).catch(() => undefined);
    return async () => {
      await (
        await noted
      )?.();
    };
  }

  probe(): Promise<SandboxProbe> {
    this.#probe ??= this.#probeSandbox();
    return this.#probe;
  }

  async #probeSandbox(): Promise<SandboxProbe> {
    return await probeSandbox(await this.#openPlaces(), this.#options.environment);
  }

  async #openPlaces(): Promise<SandboxPlaces & Required<Pick<SandboxPlaces, "git">>> {
    const { workspace, home, own = [], outputFolder, environment } = this.#options;
    const [emptyFile, temp] = [join(outputFolder, "empty"), join(outputFolder, "temp")];
    await writeFile(emptyFile, "");
    await mkdir(temp, { recursive: true, mode: 0o700 });
    this.#git ??= gitFolders(workspace, environment["PATH"] ?? "");
    const git = await this.#git;
    return { workspace, home, own, git, emptyFile, tempFolder: await realpath(temp) };
  }

  async #plainPath(script: string, folder: string): Promise<string | undefined> {
    const { workspace, environment } = this.#options;
    return await checkPlain(script, { folder, workspace, path: environment["PATH"] ?? "" });
  }
}

/**
 * The protected paths that the command created; empty after an incomplete search, because then they may have existed
 * before.
 */
async function newProtected(
  before: NestedProtected,
  { found }: NestedProtected,
): Promise<readonly string[]> {
  if (!before.isWhole) {
    return [];
  }
  const known = new Set(before.found.values());
  const fresh = [...found].flatMap(([path, identity]) => (known.has(identity) ? [] : [path]));
  const harmless = await Promise.all(fresh.map((path) => hasOnlyCaches(path).catch(() => false)));
  return fresh.filter((_, index) => harmless[index] !== true);
}

function notStarted(id: string, reason: string): Command {
  const end: CommandEnd = { kind: "notStarted", reason };
  return {
    id,
    ended: Promise.resolve(end),
    movedAway: [],
    output: () => ({ text: "", characters: 0 }),
    stop: () => Promise.resolve(),
  };
}
