/**
 * The time limits between client, hub and model server, in milliseconds, in one table because they depend on each
 * other: a client that waits less than its hub cuts every slow model. `timeLimits.test.ts` checks their relations.
 */
export const timeLimits = {
  /** The hub and its model server. */
  upstream: {
    /** The list of models. */
    list: 3_000,
    /** Silence of the model server before and within its answer; a model on a small machine may read for minutes. */
    silence: 300_000,
    /** A completion at the cursor from its first byte to its end; its reader has typed on long before. */
    completion: 120_000,
    /** A stream's head, where another server has the same model. */
    nextRoute: 60_000,
  },
  /** The hub and its client. */
  hub: {
    /** After this time the hub begins the stream with comments, even if the model server is still silent. */
    beginStream: 15_000,
    /** Interval of comments in a silent stream: proxies close a connection that is silent for about 30 s. */
    keepAlive: 15_000,
    /** Time that a whole answer, which is paid for, has to arrive after its client has left. */
    afterClientLeft: 300_000,
    /** Time after which a connection without a request is closed. */
    idleConnection: 65_000,
  },
  /** The client and any hub, for an answer. */
  answer: {
    /** Silence of the model before its first text or within the answer. A setting. */
    silence: 330_000,
    /** The whole answer. A setting. */
    whole: 30 * 60_000,
  },
  /** The client and any hub, for lists and reports. */
  report: { silence: 60_000, whole: 120_000 },
  client: {
    /** If a hub sends comments while it waits, this time without any byte means a dead connection. */
    deadConnection: 60_000,
    /** A piece without content that follows this much silence was sent to show that the connection is alive. */
    signOfLife: 5_000,
    /** After the end of the answer, for its usage and the end of the stream. */
    afterEnd: 5_000,
    /** No limit: from here on the person sees that we wait. */
    tellWaiting: 10_000,
    /** From here on the person is offered to stop or to try again. */
    offerWays: 60_000,
  },
} as const;

/** How long the client waits for one request, in milliseconds. */
export interface Patience {
  /** Time without headers, then time without content. */
  readonly silence: number;
  readonly whole: number;
}

/** Bounds of the settings for answers: seconds of silence, minutes for the whole. */
export const patienceBounds = {
  silenceSeconds: { least: 30, most: 3_600 },
  wholeMinutes: { least: 1, most: 240 },
} as const;
