import { RightAnswers } from "./rightAnswers.ts";
import type { Insertion } from "./typedLines.ts";
import { VirtualClock } from "./virtualClock.ts";

/** What typing along right answers was like. */
export interface TypedAlong {
  readonly keys: number;
  /** Share of the keys at which the rest was offered at once. */
  readonly served: number;
  /** Requests at those keys. */
  readonly requests: number;
  /** How often the editor looked again without a key, and got another text. */
  readonly looks: number;
  readonly replaced: number;
}

const begun = 4;
const leastRest = 8;

/** Types the first line of insertions: four units, then, once the rest is offered, that rest key by key. */
export async function typeAlong(
  insertions: readonly Insertion[],
  most: number,
): Promise<TypedAlong> {
  let [keys, served, requests, looks, replaced] = [0, 0, 0, 0, 0];
  for (const [index, { before, added, after }] of insertions.slice(0, most).entries()) {
    const clock = new VirtualClock();
    const person = new RightAnswers(clock, () => ({ isChatRunning: false }));
    const file = `file${index}`;
    const [line = ""] = added.split("\n");
    const start = (/^\s*/u.exec(line)?.[0].length ?? 0) + begun;
    person.rest = line.slice(start);
    if (person.rest.trim().length < leastRest) {
      continue;
    }
    const textAt = (at: number): string => before + line.slice(0, at);
    person.typed(file, textAt(start), line.charAt(start - 1));
    const first = await person.offer(file, textAt(start), { after, ms: 3_000 });
    if (!first) {
      continue;
    }
    looks += 1;
    const again = await person.offer(file, textAt(start), { after, ms: 500 });
    replaced += again?.text === first.text ? 0 : 1;
    const earlier = person.requests;
    for (let at = start + 1; at < start + first.text.trimEnd().length; at += 1) {
      person.typed(file, textAt(at), line.charAt(at - 1));
      const offer = await person.offer(file, textAt(at), { after, ms: 0 });
      keys += 1;
      served += offer?.text === first.text.slice(at - start) ? 1 : 0;
      await clock.runTo(clock.now() + 150);
    }
    requests += person.requests - earlier;
  }
  return { keys, served: served / Math.max(1, keys), requests, looks, replaced };
}
