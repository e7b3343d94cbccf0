import { toDisposable } from "../../shared/lifecycle.ts";
import type { Channel } from "../../shared/rpc.ts";

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** May be acquired once; it never leaves this module. */
const api = acquireVsCodeApi();

/** The way to the extension host. Messages of other origins, e.g. of a page around the editor, are not ours. */
export const hostChannel: Channel = {
  post: (message) => api.postMessage(message),
  onMessage(listener) {
    const receive = (event: MessageEvent<unknown>): void => {
      if (event.origin === window.origin) {
        listener(event.data);
      }
    };
    window.addEventListener("message", receive);
    return toDisposable(() => window.removeEventListener("message", receive));
  },
};

/** What this page keeps while it is hidden, reloaded or moved. */
export const pageStorage = {
  read: (): unknown => api.getState(),
  write: (state: unknown): void => api.setState(state),
};
