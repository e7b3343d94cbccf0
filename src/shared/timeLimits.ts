/**
 * The time limits between client, hub and model server, in milliseconds, in one table, because each depends on
 * another: a client that waits less than its hub cuts every slow model. `timeLimits.test.ts` holds how they relate.
 */
export const timeLimits = {
  /** The hub and its model server. */
  upstream: {
    /** The list of models. */
    list: 3_000,
    /** Silence of the model server, before its answer and within it; a model on a small machine may read for minutes. */
    silence: 300_000,
  },
  /** The hub and its client. */
  hub: {
    /** A stream begins after this, with comments, while the model server is still silent. */
    beginStream: 15_000,
    /** A silent stream sends a comment this often: proxies drop what is silent for 30 s or so. */
    keepAlive: 15_000,
    /** A connection without a request is closed. */
    idleConnection: 65_000,
  },
  /** The client and any hub, for an answer. */
  answer: {
    /** No word of the answer, before its first one or within it. The person may set it. */
    silence: 330_000,
    /** The whole answer. The person may set it. */
    whole: 30 * 60_000,
  },
  /** The client and any hub, for lists and reports. */
  report: { silence: 60_000, whole: 120_000 },
  client: {
    /** No byte at all from a hub that was seen to send comments while it waits: the connection is dead. */
    deadConnection: 60_000,
    /** A piece without content that came after this much silence was a sign of life. */
    signOfLife: 5_000,
    /** After the answer ended, for the usage and the end of the stream. */
    afterEnd: 5_000,
    /** Not an end: from here on a person is told that we wait. */
    tellWaiting: 10_000,
  },
} as const;

/** How long the client waits for one request, in milliseconds. */
export interface Patience {
  /** Without headers, or without content. */
  readonly silence: number;
  readonly whole: number;
}

/** What a person may set for answers: seconds of silence, minutes for the whole. */
export const patienceBounds = {
  silenceSeconds: { least: 30, most: 3_600 },
  wholeMinutes: { least: 1, most: 240 },
} as const;
