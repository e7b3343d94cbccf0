import { Emitter } from "../../shared/emitter.ts";
import { type Channel, isNotification } from "../../shared/rpc.ts";
import { oneByOne } from "./oneByOne.ts";

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The editor allows one call only; the object stays private to this module. */
const api = acquireVsCodeApi();

const heard = new Emitter<unknown>();
const hear = oneByOne((message) => heard.fire(message), isNotification);

// Ignores messages of other origins, such as a page around the editor.
window.addEventListener("message", ({ origin, data }: MessageEvent<unknown>) => {
  if (origin === window.origin) {
    // The host sends what belongs together as one list.
    hear([data].flat());
  }
});

/** The channel to the extension host. */
export const hostChannel: Channel = {
  post: (message) => api.postMessage(message),
  onMessage: heard.event,
};

/** State that survives while the page is hidden, reloaded or moved. */
export const pageStorage = {
  read: (): unknown => api.getState(),
  write: (state: unknown): void => api.setState(state),
};
