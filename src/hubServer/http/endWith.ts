interface Outgoing {
  end(): unknown;
  end(body: Uint8Array): unknown;
  end(text: string, encoding: "latin1" | "utf8"): unknown;
}

/** Above this size, copying costs more than a second write. */
const smallBytes = 16 * 1024;

/** Ends an answer in one write: Node joins the head with a text but not with bytes. */
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

export function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
