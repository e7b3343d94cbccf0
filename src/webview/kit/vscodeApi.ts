import { Emitter } from "../../shared/base/emitter.ts";
import { type Channel, isNotification } from "../../shared/base/rpc.ts";
import { oneByOne } from "./oneByOne.ts";

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The editor's API, which can be requested only once. */
const api = acquireVsCodeApi();

const heard = new Emitter<unknown>();
const hear = oneByOne((message) => heard.fire(message), isNotification);

// Ignores messages of other origins, such as a page around the editor.
window.addEventListener("message", ({ origin, data }: MessageEvent<unknown>) => {
  if (origin === window.origin) {
    // The host may send several messages as one list.
    hear([data].flat());
  }
});

export const hostChannel: Channel = {
  post: (message) => api.postMessage(message),
  onMessage: heard.event,
};

/** Stores the page's state, which survives hiding, reloading and moving the page. */
export const pageStorage = {
  read: (): unknown => api.getState(),
  write: (state: unknown): void => api.setState(state),
};
