import type { Page } from "playwright-core";

const [endMs, lookMs] = [15_000, 50];

/**
 * Leaves a window as a person does, and waits until its extension host has ended. The editor writes the message to the host
 * in a later task than the events, and then closes its sockets at once.
 *
 * A host that writes to a closed socket may lose what it has not read: Node ends a socket whose write fails (`EPIPE`), and
 * drops what was received. The host never sees its message then, and the server keeps it for hours, for the page to come
 * back. So the page leaves its sockets open until the other end closes them, which a host does when its process ends.
 */
export async function leaveWindow(page: Page): Promise<void> {
  const open = await page.evaluateHandle(async () => {
    const sockets = new Set<WebSocket>();
    WebSocket.prototype.close = function close() {
      if (this.readyState !== WebSocket.CLOSED) {
        sockets.add(this);
        this.addEventListener("close", () => sockets.delete(this));
      }
    };
    globalThis.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    // An editor with unsaved files ignores the first event.
    globalThis.dispatchEvent(new Event("pagehide"));
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    return sockets;
  });
  await page.waitForFunction(({ size }) => size === 0, open, { timeout: endMs, polling: lookMs });
}

/** Closes a window as a person does. */
export async function closeWindow(page: Page): Promise<void> {
  await leaveWindow(page);
  await page.goto("about:blank");
  await page.close();
}
