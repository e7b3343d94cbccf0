import type { Duplex } from "node:stream";

const lengthBytes = 4;

const maxFrameBytes = 256 * 1024 * 1024;

const maxUnreadBytes = 64 * 1024 * 1024;

export interface FrameListener {
  readonly onValue: (value: unknown) => void;
  readonly onClose: () => void;
}

/** Sends only JSON, which is all that the store's contract contains. */
export class FrameChannel {
  readonly #stream: Duplex;
  readonly #listener: FrameListener;
  #pieces: Buffer[] = [];
  #size = 0;
  #needed = lengthBytes;

  constructor(stream: Duplex, listener: FrameListener, head: Buffer = Buffer.alloc(0)) {
    this.#stream = stream;
    this.#listener = listener;
    // Asynchronous: the owner has this channel only after the constructor.
    stream.unshift(head);
    stream.on("data", (piece: Buffer) => this.#take(piece));
    stream.on("end", () => stream.destroy());
    // `close` follows.
    stream.on("error", () => undefined);
    stream.on("close", () => listener.onClose());
  }

  /** After the channel's end, drops the value: `onClose` reports the end. */
  send(value: unknown): void {
    if (this.#stream.destroyed) {
      return;
    }
    const text = JSON.stringify(value);
    const frame = Buffer.allocUnsafe(lengthBytes + Buffer.byteLength(text));
    frame.writeUInt32LE(frame.length - lengthBytes);
    frame.write(text, lengthBytes);
    this.#stream.write(frame);
    if (this.#stream.writableLength > maxUnreadBytes) {
      this.close();
    }
  }

  close(): void {
    this.#stream.destroy();
  }

  #take(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#size += piece.length;
    if (this.#size >= this.#needed) {
      const rest = this.#read(this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces));
      this.#pieces = rest.length === 0 ? [] : [rest];
      this.#size = rest.length;
    }
  }

  #read(bytes: Buffer): Buffer {
    let start = 0;
    for (;;) {
      const left = bytes.length - start;
      const length = left < lengthBytes ? 0 : bytes.readUInt32LE(start);
      this.#needed = lengthBytes + length;
      if (length > maxFrameBytes) {
        this.close();
        return Buffer.alloc(0);
      }
      if (left < this.#needed) {
        return bytes.subarray(start);
      }
      const text = bytes.toString("utf8", start + lengthBytes, start + this.#needed);
      start += this.#needed;
      this.#listener.onValue(JSON.parse(text));
    }
  }
}
