/**
 * Each message is delivered in a new task, so that waiting code continues first; messages with `mayJoin` share a task,
 * because a frame may come between two tasks.
 */
export function oneByOne(
  deliver: (message: unknown) => void,
  mayJoin: (message: unknown) => boolean,
): (list: readonly unknown[]) => void {
  const waiting: unknown[] = [];
  const { port1, port2 } = new MessageChannel();
  const next = (): void => {
    try {
      let message: unknown;
      do {
        message = waiting.shift();
        deliver(message);
      } while (waiting.length > 0 && mayJoin(message));
    } finally {
      if (waiting.length > 0) {
        port2.postMessage(undefined);
      }
    }
  };
  port1.addEventListener("message", next);
  port1.start();
  return (list) => {
    const isIdle = waiting.length === 0;
    waiting.push(...list);
    if (isIdle && list.length > 0) {
      next();
    }
  };
}
