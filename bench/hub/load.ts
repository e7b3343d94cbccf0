import { Agent, request as send } from "node:http";

/** A candidate's address and the fields of its requests. */
export interface Target {
  /** URL of `/chat/completions`. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly model: string;
  /** Fields of the body instead of a chat's messages. */
  readonly fields?: object;
}

interface Answer {
  readonly status: number;
  /** Milliseconds until the body's first byte, and until its end. */
  readonly firstByteMs: number;
  readonly wholeMs: number;
}

const prompt = "Explain in one paragraph what this function does. ".repeat(20);

function bodyOf({ model, fields }: Target, isStreamed: boolean, content = prompt): string {
  const asked = fields ?? { messages: [{ role: "user", content }] };
  return JSON.stringify({ model, stream: isStreamed, ...asked });
}

function ask(target: Target, agent: Agent, body: string): Promise<Answer> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = send(
      target.url,
      {
        method: "POST",
        agent,
        headers: {
          ...target.headers,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        },
      },
      (incoming) => {
        let firstByteMs = 0;
        incoming.on("data", () => {
          firstByteMs ||= performance.now() - start;
        });
        incoming.on("end", () =>
          resolve({
            status: incoming.statusCode ?? 0,
            firstByteMs,
            wholeMs: performance.now() - start,
          }),
        );
        incoming.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

function checked(answer: Answer): Answer {
  if (answer.status !== 200) {
    throw new Error(
      `A candidate answered ${answer.status}: what is measured would not be its work.`,
    );
  }
  return answer;
}

/** Requests per second with this many connections for this many milliseconds. */
export async function throughput(
  target: Target,
  connections: number,
  ms: number,
  isStreamed = false,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const body = bodyOf(target, isStreamed);
  const start = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - start < ms) {
        checked(await ask(target, agent, body));
        count += 1;
      }
    }),
  );
  agent.destroy();
  return (count * 1_000) / (performance.now() - start);
}

/** Times in milliseconds of requests sent one after another. */
export async function sequence(
  target: Target,
  count: number,
  isStreamed: boolean,
): Promise<{ readonly firstByte: readonly number[]; readonly whole: readonly number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = bodyOf(target, isStreamed);
  const answers: Answer[] = [];
  for (let index = 0; index < count; index += 1) {
    answers.push(checked(await ask(target, agent, body)));
  }
  agent.destroy();
  return {
    firstByte: answers.map(({ firstByteMs }) => firstByteMs),
    whole: answers.map(({ wholeMs }) => wholeMs),
  };
}

/**
 * Opens streams that stay open until `close`: silent after their first event, or `paced`, with an
 * event in each packet. `received` counts the packets' events so far.
 */
export async function holdStreams(
  target: Target,
  count: number,
  kind: "hold" | "paced" = "hold",
): Promise<{ readonly close: () => void; readonly received: () => number }> {
  const agent = new Agent({ keepAlive: true });
  const body = bodyOf(target, true, kind);
  let events = 0;
  const open = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<{ destroy: () => void }>((resolve, reject) => {
          const outgoing = send(
            target.url,
            {
              method: "POST",
              agent,
              headers: { ...target.headers, "content-type": "application/json" },
            },
            (incoming) => {
              incoming.on("data", (bytes: Buffer) => {
                events += bytes.toString("latin1").split("\n\n").length - 1;
                resolve(outgoing);
              });
              incoming.on("error", () => undefined);
            },
          );
          outgoing.on("error", reject);
          outgoing.end(body);
        }),
    ),
  );
  return {
    received: () => events,
    close: () => {
      for (const request of open) {
        request.destroy();
      }
      agent.destroy();
    },
  };
}
