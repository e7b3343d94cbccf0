import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** Rejects if it fails or takes longer than five seconds. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string>;

interface System {
  readonly platform: NodeJS.Platform;
  readonly run: RunProgram;
}

const execute = promisify(execFile);
const thisSystem: System = {
  platform: process.platform,
  run: async (program, args) => {
    // Daylight saving must not change the output.
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    return (await execute(program, [...args], { env, timeout: 5_000, windowsHide: true })).stdout;
  },
};
let own: Promise<string> | undefined;

/**
 * Distinguishes a process from a later one with the same number: on Linux by ticks since the machine's start, on
 * Windows by the file time, elsewhere by `ps`, to the second. Empty if the system does not report it.
 */
export async function beginningOf(pid: number, system = thisSystem): Promise<string> {
  if (pid !== process.pid || system !== thisSystem) {
    return await readBeginning(pid, system);
  }
  own ??= readBeginning(pid, system);
  return await own;
}

async function readBeginning(pid: number, { platform, run }: System): Promise<string> {
  try {
    if (platform === "linux") {
      const text = await readFile(`/proc/${pid}/stat`, "latin1");
      // The name in parentheses may contain anything.
      return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "";
    }
    if (platform === "win32") {
      const script = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
      const text = await run("powershell.exe", [
        "-NoProfile",
        "-NonInteractive",
        "-Command",
        script,
      ]);
      return /^\d{17,19}$/u.exec(text.trim())?.[0] ?? "";
    }
    const text = await run("ps", ["-o", "lstart=", "-p", String(pid)]);
    const words = text.trim().replaceAll(/\s+/gu, " ");
    return /^\w{3} \w{3} \d{1,2} \d\d:\d\d:\d\d \d{4}$/u.exec(words)?.[0] ?? "";
  } catch {
    // It has ended, or the program is missing.
    return "";
  }
}
