/**
 * Milliseconds, in one table because the limits depend on each other: a client that waits less than its hub cuts every
 * slow model. `timeLimits.test.ts` checks their relations.
 */
export const timeLimits = {
  upstream: {
    list: 3_000,
    /** Silence before and within an answer; a model on a small machine may read for minutes. */
    silence: 300_000,
    completion: 120_000,
    nextRoute: 60_000,
  },
  hub: {
    /** Silence after which the hub begins a stream with comments, even if the model server is silent. */
    beginStream: 15_000,
    /** Interval of comments in a silent stream: proxies close a connection that is silent for about 30 s. */
    keepAlive: 15_000,
    /** A whole answer is paid for, so the hub waits this long for it after its client left. */
    afterClientLeft: 300_000,
    /** A stream is read on to its usage; then its upstream is cancelled. */
    streamAfterClientLeft: 60_000,
    idleConnection: 65_000,
  },
  answer: {
    /** Silence before the first text or within the answer; a setting changes it. */
    silence: 330_000,
    /** Duration of a whole answer; a setting changes it. */
    whole: 30 * 60_000,
  },
  report: { silence: 60_000, whole: 120_000 },
  client: {
    /** If a hub sends comments while it waits, this long without a byte means a dead connection. */
    deadConnection: 60_000,
    /** After this much silence, an empty piece counts as a sign of life. */
    signOfLife: 5_000,
    afterEnd: 5_000,
    /** Silence after which the page shows that the answer is late; nothing is cancelled. */
    tellWaiting: 10_000,
    offerWays: 60_000,
  },
} as const;

export interface Patience {
  readonly silence: number;
  readonly whole: number;
}

/** The bounds of both settings: silence in seconds, the whole answer in minutes. */
export const patienceBounds = {
  silenceSeconds: { least: 30, most: 3_600 },
  wholeMinutes: { least: 1, most: 240 },
} as const;
