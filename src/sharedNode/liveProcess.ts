import { isCode } from "../shared/base/errorCode.ts";

/** True if a process lives. One of another user cannot be signalled (EPERM), but lives. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, "EPERM");
  }
}
