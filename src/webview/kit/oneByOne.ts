/**
 * Hands messages that came as one list on one by one, as if each had come alone. Where one may be waited for, the next is
 * heard in another task, so that what waits goes on first; those that `mayJoin` holds for share theirs, as a frame may
 * come between two. The result takes the lists.
 */
export function oneByOne(
  deliver: (message: unknown) => void,
  mayJoin: (message: unknown) => boolean,
): (list: readonly unknown[]) => void {
  const waiting: unknown[] = [];
  const { port1, port2 } = new MessageChannel();
  // A task is on its way as long as something waits.
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
