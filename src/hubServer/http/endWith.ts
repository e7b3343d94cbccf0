/** The part of Node's outgoing messages that this needs. */
interface Outgoing {
  end(): unknown;
  end(body: Uint8Array): unknown;
  end(text: string, encoding: "latin1" | "utf8"): unknown;
}

/** Copying more than this costs more than a second piece of the write. */
const smallBytes = 16 * 1024;

/**
 * Ends a message with its body. Node joins its head and a text to one write; bytes go as a second
 * piece beside the head, which costs more than to copy few of them: in latin1 each byte is one
 * character.
 */
export function endWith(outgoing: Outgoing, body: Uint8Array | string | undefined): void {
  if (body === undefined) {
    outgoing.end();
  } else if (typeof body === "string") {
    outgoing.end(body, "utf8");
  } else if (body.length > smallBytes) {
    outgoing.end(body);
  } else {
    outgoing.end(viewOf(body).toString("latin1"), "latin1");
  }
}

/** The same bytes, not copied. */
function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
