import type { Duplex } from "node:stream";

/** A frame begins with the length of its JSON text. */
const lengthBytes = 4;

/** Longer than any list of records; a longer frame is not ours. */
const maxFrameBytes = 256 * 1024 * 1024;

/** So much unread text means that the other process reads nothing any more. */
const maxUnreadBytes = 64 * 1024 * 1024;

export interface FrameListener {
  readonly onValue: (value: unknown) => void;
  /** Called once, however the channel ends. */
  readonly onClose: () => void;
}

/**
 * JSON values over a stream between two processes of one hub. Everything in the store's contract is
 * JSON: its records and events are stored so.
 */
export class FrameChannel {
  readonly #stream: Duplex;
  readonly #listener: FrameListener;
  #pieces: Buffer[] = [];
  #size = 0;
  #needed = lengthBytes;

  /** `head`: bytes of the stream that were already read. */
  constructor(stream: Duplex, listener: FrameListener, head: Buffer = Buffer.alloc(0)) {
    this.#stream = stream;
    this.#listener = listener;
    // Not read at once: the owner has this channel only after the constructor.
    stream.unshift(head);
    stream.on("data", (piece: Buffer) => this.#take(piece));
    stream.on("end", () => stream.destroy());
    // The end of the other process; `close` follows and says all.
    stream.on("error", () => undefined);
    stream.on("close", () => listener.onClose());
  }

  /** Dropped without an error when the channel has closed: `onClose` tells of it. */
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
    // The pieces of a long frame are put together once, when all are there.
    if (this.#size >= this.#needed) {
      const rest = this.#read(this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces));
      this.#pieces = rest.length === 0 ? [] : [rest];
      this.#size = rest.length;
    }
  }

  /** Reads the whole frames and returns the bytes behind them. */
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
