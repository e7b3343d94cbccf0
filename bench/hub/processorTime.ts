import { readFileSync } from "node:fs";

/** Linux counts a process's time in hundredths of a second. */
const tickUs = 10_000;

/** The processes that a process has started (Linux). */
export function childrenOf(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}

/** Microseconds of processor time that all threads of a process have used so far (Linux). */
export function processorUs(pid: number): number {
  const [user = 0, system = 0] = times(pid);
  return (user + system) * tickUs;
}

/** The same of a process, its running children, and those that have ended. */
export function processorUsWithChildren(pid: number): number {
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = times(pid);
  return childrenOf(pid).reduce(
    (total, child) => total + processorUsUnlessEnded(child),
    (user + system + endedUser + endedSystem) * tickUs,
  );
}

/** 0 for a child that ended after it was listed. */
function processorUsUnlessEnded(pid: number): number {
  try {
    return processorUs(pid);
  } catch {
    return 0;
  }
}

/** Time in the program and in the system, and both of its ended children, in ticks. */
function times(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name, in brackets, may have blanks: the fields behind it are counted.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).map(Number);
}
