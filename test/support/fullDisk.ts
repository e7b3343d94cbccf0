import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs an ES module in a program of its own that may make no file longer than 1024 bytes, as on a
 * full disk: the write that reaches the limit is cut off. Resolves with what it prints.
 */
export async function withFullDisk(source: string): Promise<string> {
  const [command, ...args] = fullDiskCommand([
    process.execPath,
    "--input-type=module",
    "-e",
    source,
  ]);
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.on("data", (data: Buffer) => {
    printed += data.toString();
  });
  await once(child, "close");
  return printed.trim();
}

/** The command line of a program under that limit. */
export function fullDiskCommand(line: readonly string[]): readonly [string, ...string[]] {
  return ["bash", "-c", 'trap "" XFSZ; ulimit -f 1; exec "$@"', "bash", ...line];
}
