import type { Duplex } from "node:stream";

/** A frame begins with the length of its JSON text. */
const lengthBytes = 4;

/** Above any list of records; a longer frame is not ours. */
const maxFrameBytes = 256 * 1024 * 1024;

/** With this much unread text, the other process no longer reads. */
const maxUnreadBytes = 64 * 1024 * 1024;

export interface FrameListener {
  readonly onValue: (value: unknown) => void;
  /** Called once, however the channel ends. */
  readonly onClose: () => void;
}

/**
 * JSON values over a stream between two processes of one hub. The store's contract contains only
 * JSON.
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
    // Asynchronous, as the owner has this channel only after the constructor.
    stream.unshift(head);
    stream.on("data", (piece: Buffer) => this.#take(piece));
    stream.on("end", () => stream.destroy());
    // The other process ended; `close` follows.
    stream.on("error", () => undefined);
    stream.on("close", () => listener.onClose());
  }

  /** Dropped without an error after the channel closed; `onClose` reports the end. */
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
    // Pieces of a long frame are joined once, when all have arrived.
    if (this.#size >= this.#needed) {
      const rest = this.#read(this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces));
      this.#pieces = rest.length === 0 ? [] : [rest];
      this.#size = rest.length;
    }
  }

  /** Reads the whole frames and returns the remaining bytes. */
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
