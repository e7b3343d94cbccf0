export interface BodySink {
  /** Sends at once. If it returns false, the writer waits for `drained` before it writes more. */
  readonly write: (chunk: Uint8Array | string) => boolean;
  readonly drained: () => Promise<void>;
}

interface Outgoing {
  readonly destroyed: boolean;
  readonly writableNeedDrain: boolean;
  write(chunk: Uint8Array | string): boolean;
  on(event: "drain" | "close", listener: () => void): unknown;
  off(event: "drain" | "close", listener: () => void): unknown;
}

/** `drained` also resolves when the connection has closed. */
export function bodySink(outgoing: Outgoing): BodySink {
  return {
    write: (chunk) => outgoing.write(chunk),
    drained: () =>
      new Promise((resolve) => {
        if (outgoing.destroyed || !outgoing.writableNeedDrain) {
          resolve();
          return;
        }
        const done = (): void => {
          outgoing.off("drain", done);
          outgoing.off("close", done);
          resolve();
        };
        outgoing.on("drain", done);
        outgoing.on("close", done);
      }),
  };
}
