import { readFile } from "node:fs/promises";

/**
 * When a process began, to tell it from a later one with its number. On Linux the ticks since the start of the machine;
 * empty elsewhere, and if there is no such process.
 */
export async function beginningOf(pid: number): Promise<string> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "latin1");
    // The name in parentheses may hold anything.
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
