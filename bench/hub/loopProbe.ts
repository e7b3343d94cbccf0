/**
 * Measures the event loop of the program that it is loaded into (`node --import`): the longest time
 * between two turns by the clock; by the thread's own processor time; and by the clock without the
 * time in which other programs and threads had the processor (Linux). The last two do not depend on
 * what else the machine does. Sends them on each message of the parent, and begins anew.
 */
import { openSync, readSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const everyMs = 2;
const none = { wallMs: 0, cpuMs: 0, ownMs: 0 };

if (isMainThread && process.send) {
  const readScheduled = scheduleReader();
  let longest = none;
  let last = { at: performance.now(), cpu: cpuMs(), queued: readScheduled() };
  setInterval(() => {
    const now = { at: performance.now(), cpu: cpuMs(), queued: readScheduled() };
    const wallMs = now.at - last.at - everyMs;
    longest = {
      wallMs: Math.max(longest.wallMs, wallMs),
      cpuMs: Math.max(longest.cpuMs, now.cpu - last.cpu),
      ownMs: Math.max(longest.ownMs, wallMs - (now.queued - last.queued)),
    };
    last = now;
  }, everyMs).unref();
  process.on("message", () => {
    process.send?.(longest);
    longest = none;
  });
  process.channel?.unref();
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Milliseconds for which this thread was ready to run and another one ran. */
function scheduleReader(): () => number {
  if (process.platform !== "linux") {
    return () => 0;
  }
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
  const text = Buffer.alloc(100);
  return () => {
    const length = readSync(file, text, 0, text.length, 0);
    return Number(text.toString("latin1", 0, length).split(" ")[1]) / 1e6;
  };
}
