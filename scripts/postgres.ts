import { spawnSync, type SpawnOptions } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { Client } from "pg";

import { findProgram } from "./paths.ts";
import { ProcessGroup } from "./processGroup.ts";

/** The package to install if PostgreSQL is missing (Debian, Ubuntu). */
export const postgresPackage = "postgresql";

const debianFolder = "/usr/lib/postgresql";

/** Characters of its output that are kept to explain a failed start. */
const maxLog = 10_000;

/** The folder of PostgreSQL's programs on this machine, if installed. */
export function findPostgres(): string | undefined {
  const onPath = findProgram(["postgres"]);
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a));
  const folders = [
    ...newest.map((version) => join(debianFolder, version, "bin")),
    ...(onPath === undefined ? [] : [dirname(onPath)]),
    configuredFolder(),
  ];
  return folders.find(
    (folder) =>
      folder !== undefined &&
      ["postgres", "initdb"].every((name) => existsSync(join(folder, name))),
  );
}

export interface PostgresOptions {
  /** Whether commits must survive a crash of the machine; for benchmarks. */
  readonly isDurable?: boolean;
}

/** Makes tables in a new database. */
type PrepareDatabase = (url: string) => Promise<void>;

/** A database server in a temporary folder; it ends with us. */
export class ThrowAwayPostgres {
  readonly #startServer: () => ProcessGroup;
  readonly #folder: string;
  readonly #root: URL;
  #server: ProcessGroup;
  #databases = 0;
  readonly #prepared = new Map<PrepareDatabase, Promise<string>>();

  private constructor(startServer: () => ProcessGroup, folder: string, root: URL) {
    this.#startServer = startServer;
    this.#server = startServer();
    this.#folder = folder;
    this.#root = root;
  }

  static async start(options: PostgresOptions = {}): Promise<ThrowAwayPostgres> {
    const programs = findPostgres();
    if (programs === undefined) {
      throw new Error(`There is no PostgreSQL here: install the package ${postgresPackage}.`);
    }
    const folder = mkdtempSync(join(tmpdir(), "ai-hub-postgres-"));
    const owner = serverOwner();
    const password = randomBytes(16).toString("hex");
    const data = createCluster(programs, { folder, owner, password });
    const port = await freePort();
    const settings = {
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      max_connections: "200",
      ...(options.isDurable !== true && { fsync: "off", full_page_writes: "off" }),
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const startServer = (): ProcessGroup =>
      new ProcessGroup(join(programs, "postgres"), ["-D", data, "-p", String(port), ...args], {
        ...owner,
        cwd: folder,
        stdio: ["ignore", "ignore", "pipe"],
      });
    const root = new URL(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`);
    const postgres = new ThrowAwayPostgres(startServer, folder, root);
    try {
      await postgres.#untilReady();
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    return postgres;
  }

  /**
   * Creates a database; returns its URL. It is empty, or as `prepare` leaves a database: that runs once, later calls
   * copy what it made.
   */
  async createDatabase(prepare?: PrepareDatabase): Promise<string> {
    if (!prepare) {
      return await this.#create("");
    }
    const known = this.#prepared.get(prepare) ?? this.#prepare(prepare);
    this.#prepared.set(prepare, known);
    return await this.#create(` TEMPLATE ${nameOf(await known)} STRATEGY FILE_COPY`);
  }

  /** Removes a database that nobody uses. */
  async dropDatabase(url: string): Promise<void> {
    await this.#run(`DROP DATABASE ${nameOf(url)}`);
  }

  /** Cuts every connection to the databases, as a restart of the server does. */
  async cutConnections(): Promise<void> {
    await this.#run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'hub%'",
    );
  }

  /** Ends the server without letting it write what it has in memory, and starts it again. */
  async crash(): Promise<void> {
    // Its "immediate shutdown": each process ends where it is. Killed, they would outlive their parent.
    this.#server.child.kill("SIGQUIT");
    await this.#server.ended;
    this.#server = this.#startServer();
    await this.#untilReady();
  }

  /** The process of the server, whose children are the connections' processes. */
  get pid(): number {
    return this.#server.child.pid ?? 0;
  }

  async stop(): Promise<void> {
    // Nothing is kept, so it need not write its data to the disk first.
    this.#server.child.kill("SIGQUIT");
    await this.#server.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #prepare(prepare: PrepareDatabase): Promise<string> {
    const url = await this.#create("");
    await prepare(url);
    return url;
  }

  async #create(options: string): Promise<string> {
    this.#databases += 1;
    const url = new URL(this.#root);
    url.pathname = `/hub${this.#databases}`;
    await this.#run(`CREATE DATABASE ${nameOf(url.href)}${options}`);
    return url.href;
  }

  async #run(sql: string): Promise<void> {
    const client = new Client({ connectionString: this.#root.href });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  #untilReady(): Promise<void> {
    const { stderr } = this.#server.child;
    let log = "";
    return new Promise((resolve, reject) => {
      stderr?.on("data", (chunk: Buffer) => {
        log += log.length < maxLog ? chunk.toString() : "";
        if (log.includes("ready to accept connections")) {
          resolve();
        }
      });
      void this.#server.ended
        .catch(() => {})
        .then(() => reject(new Error(`PostgreSQL did not start:\n${log}`)));
    });
  }
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

function createCluster(
  programs: string,
  { folder, owner, password }: { folder: string; owner: SpawnOptions; password: string },
): string {
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of [folder, passwordFile]) {
    chownSync(path, owner.uid ?? process.getuid?.() ?? -1, owner.gid ?? process.getgid?.() ?? -1);
  }
  const data = join(folder, "data");
  const { status, stderr } = spawnSync(
    join(programs, "initdb"),
    [
      "-D",
      data,
      "-U",
      "postgres",
      "--encoding=UTF8",
      "--locale=C",
      "--no-sync",
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
    ],
    { ...owner, cwd: folder, encoding: "utf8" },
  );
  if (status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb failed: ${stderr}`);
  }
  return data;
}

/** PostgreSQL refuses to run as root: then it runs as `postgres`, else as `nobody`. */
function serverOwner(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) {
    return {};
  }
  for (const name of ["postgres", "nobody"]) {
    const uid = idOf(name, "-u");
    const gid = idOf(name, "-g");
    if (uid !== undefined && gid !== undefined) {
      return { uid, gid };
    }
  }
  throw new Error("PostgreSQL does not run as root, and there is no user postgres or nobody.");
}

function idOf(name: string, option: "-u" | "-g"): number | undefined {
  const { status, stdout } = spawnSync("id", [option, name], { encoding: "utf8" });
  return status === 0 ? Number(stdout) : undefined;
}

function configuredFolder(): string | undefined {
  const program = findProgram(["pg_config"]);
  if (program === undefined) {
    return undefined;
  }
  const { status, stdout } = spawnSync(program, ["--bindir"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
