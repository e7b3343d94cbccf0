import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const usualCodePage = 850;

export interface Shell {
  readonly name: "bash" | "zsh" | "sh" | "powershell";
  readonly program: string;
  readonly args: readonly string[];
  readonly prelude: string;
}

const posixShells = [
  { name: "bash", args: ["--norc", "--noprofile", "-c"] },
  { name: "zsh", args: ["-f", "-c"] },
  { name: "sh", args: ["-c"] },
] as const;

export function findShell(path: string): Shell | undefined {
  if (process.platform === "win32") {
    const program = findProgram("powershell.exe", path);
    return program === undefined
      ? undefined
      : {
          name: "powershell",
          program,
          args: ["-NoProfile", "-NonInteractive", "-Command"],
          prelude:
            "[Console]::OutputEncoding=[Text.Encoding]::UTF8;$OutputEncoding=[Text.Encoding]::UTF8;\n",
        };
  }
  for (const { name, args } of posixShells) {
    const program = findProgram(name, path);
    if (program !== undefined) {
      return { name, program, args, prelude: "" };
    }
  }
  return undefined;
}

export async function findCodePage(): Promise<number | undefined> {
  if (process.platform !== "win32") {
    return undefined;
  }
  try {
    const { stdout } = await run("chcp.com", { timeout: 5_000, windowsHide: true });
    return Number(/\d{3,5}/u.exec(stdout)?.[0] ?? usualCodePage);
  } catch {
    return usualCodePage;
  }
}

export function findProgram(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        // Missing, or not executable for this user.
        return false;
      }
    });
}
