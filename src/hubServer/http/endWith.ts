interface Outgoing {
  end(): unknown;
  end(body: Uint8Array): unknown;
  end(text: string, encoding: "latin1" | "utf8"): unknown;
}

/** Above this size, a copy costs more than a second piece of the write. */
const smallBytes = 16 * 1024;

/**
 * Ends a message with its body. Node joins the head with a text but not with bytes. Short bytes are
 * therefore sent as latin1 text, one character per byte: the copy costs less than a second piece.
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

/** The same bytes as a `Buffer`. */
export function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
