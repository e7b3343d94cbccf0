/**
 * Hands messages that came as one list on one by one, each in a task of its own, as if it had come alone: what waits for
 * an earlier one goes on before the next is heard. The result takes the lists.
 */
export function oneByOne(deliver: (message: unknown) => void): (list: readonly unknown[]) => void {
  const waiting: unknown[] = [];
  const { port1, port2 } = new MessageChannel();
  // A task is on its way as long as something waits.
  const next = (): void => {
    const message = waiting.shift();
    if (waiting.length > 0) {
      port2.postMessage(undefined);
    }
    deliver(message);
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
