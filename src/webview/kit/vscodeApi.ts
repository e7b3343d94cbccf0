import { toDisposable } from "../../shared/lifecycle.ts";
import type { Channel } from "../../shared/rpc.ts";

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The editor allows one call only; the object stays private to this module. */
const api = acquireVsCodeApi();

/**
 * The channel to the extension host. Ignores messages of other origins, such as a page around the
 * editor.
 */
export const hostChannel: Channel = {
  post: (message) => api.postMessage(message),
  onMessage(listener) {
    const receive = (event: MessageEvent<unknown>): void => {
      if (event.origin === window.origin) {
        // The host sends what belongs together as one list.
        [event.data].flat().forEach(listener);
      }
    };
    window.addEventListener("message", receive);
    return toDisposable(() => window.removeEventListener("message", receive));
  },
};

/** State that survives while the page is hidden, reloaded or moved. */
export const pageStorage = {
  read: (): unknown => api.getState(),
  write: (state: unknown): void => api.setState(state),
};
