import { isOff } from "../../dlp/dlpRules.ts";
import type { Fields } from "../formats/base/fields.ts";
import type { ChatFormat } from "../formats/chatFormat.ts";
import type { HeldBody, UpstreamRequest, WriteOrder } from "../formats/heldBody.ts";
import { ApiError } from "../http/apiError.ts";
import { type ChatCall, readChatCall } from "../models/chatCall.ts";
import { type EmbeddingCall, readEmbeddingCall } from "../models/embeddingCall.ts";
import { parseObject } from "../models/jsonBody.ts";
import type { ReadWhole } from "../models/modelSource.ts";
import type { Top } from "./bodyJobs.ts";
import type { BodyOwner, BodyPool } from "./bodyPool.ts";

const largeBytes = 64 * 1024;

/** Built-in models read the body on this thread. */
const maxBuiltInBytes = 2 * 1024 * 1024;

export interface BodyPools {
  readonly bodies: Pick<BodyPool, "run">;
  /** Of its own, because a PDF may take seconds, for which no other body waits. */
  readonly pdfs: Pick<BodyPool, "run">;
}

export class BodyReader {
  readonly #pools: BodyPools;

  constructor(pools: BodyPools) {
    this.#pools = pools;
  }

  async chat(
    received: Uint8Array,
    from: BodyOwner,
    format: ChatFormat,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ChatCall> {
    const bytes = withoutMark(received);
    if (isLight(bytes)) {
      return readChatCall(bytes, format, headers);
    }
    const job = { kind: "readChat", bytes, format, headers } as const;
    const { top, call } = await this.#pools.bodies.run(from, job);
    const held = new ThreadedBody(bytes, top, { pools: this.#pools, from });
    return { ...call, fields: held.fields, bytes, held };
  }

  answersTo(from: BodyOwner): ReadWhole {
    return (bytes, order) => this.#pools.bodies.run(from, { kind: "answer", bytes, order });
  }

  async embedding(received: Uint8Array, from: BodyOwner): Promise<EmbeddingCall> {
    const bytes = withoutMark(received);
    if (isLight(bytes)) {
      return readEmbeddingCall(bytes);
    }
    const { top, call } = await this.#pools.bodies.run(from, { kind: "readEmbedding", bytes });
    const held = new ThreadedBody(bytes, top, { pools: this.#pools, from });
    return { ...call, fields: held.fields, bytes, held };
  }
}

/** Base64 of the signatures of gzip, zip, PDF and PNG files, which may inflate to much more. */
const packedFiles = ["H4sI", "UEsD", "JVBE", "iVBO"];

/** True if this thread reads and inspects the body in a few milliseconds. */
function isLight(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return bytes.length <= largeBytes && !packedFiles.some((signature) => text.includes(signature));
}

/** Drops a byte order mark: Windows tools write it, and many model servers cannot read it. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? bytes.subarray(3) : bytes;
}

/** Placeholder for a field of the other thread. Throws when serialized: a missing field would go unnoticed. */
const largeValue = {
  toJSON: (): never => {
    throw new Error("A large field was to be written on the thread that does not have it.");
  },
};

interface Access {
  readonly pools: BodyPools;
  readonly from: BodyOwner;
}

class ThreadedBody implements HeldBody {
  readonly bytes: Uint8Array;
  readonly fields: Fields;
  readonly #access: Access;

  constructor(bytes: Uint8Array, top: Top, access: Access) {
    this.bytes = bytes;
    this.fields = {
      ...top.small,
      ...Object.fromEntries(top.large.map((name) => [name, largeValue])),
    };
    this.#access = access;
  }

  readonly inspect: HeldBody["inspect"] = async (fields, asWritten, policy) => {
    if (isOff(policy)) {
      return { action: "allow", findings: [], body: fields, held: this };
    }
    const { pools, from } = this.#access;
    const { bytes } = this;
    const job = { bytes, changes: this.#changes(fields), asWritten, policy };
    const found = await pools.bodies.run(from, { ...job, kind: "inspect" });
    const { masked, ...verdict } =
      found === "hasPdfs" ? await pools.pdfs.run(from, { ...job, kind: "inspectPdfs" }) : found;
    const held = masked ? new ThreadedBody(masked.bytes, masked.top, this.#access) : this;
    return { ...verdict, body: masked ? held.fields : fields, held };
  };

  readonly write = (fields: Fields, order: WriteOrder): Promise<UpstreamRequest> => {
    const { pools, from } = this.#access;
    const { bytes } = this;
    return pools.bodies.run(from, { kind: "write", bytes, changes: this.#changes(fields), order });
  };

  readonly values: HeldBody["values"] = (rules, key) => {
    const { pools, from } = this.#access;
    return pools.bodies.run(from, { kind: "values", bytes: this.bytes, rules, key });
  };

  readonly whole = (fields: Fields): Fields => {
    if (this.bytes.length > maxBuiltInBytes) {
      throw new ApiError(400, "The request is longer than this model can read.", {
        code: "context_length_exceeded",
      });
    }
    return { ...parseObject(this.bytes).fields, ...this.#changes(fields) };
  };

  #changes(fields: Fields): Fields {
    return Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => !Object.is(value, this.fields[name])),
    );
  }
}
