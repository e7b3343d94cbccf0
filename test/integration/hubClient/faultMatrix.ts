import { beforeAll, describe, expect, test } from "vitest";

import {
  askClient,
  canaryToken,
  everythingOf,
  type Outcome,
} from "../../support/faultServer/askClient.ts";
import { type Cut, cuts, cutUp, newlines } from "../../support/faultServer/cuts.ts";
import {
  type Fault,
  type FaultCase,
  faults,
  payloadCanary,
  positions,
} from "../../support/faultServer/faultCase.ts";
import { FaultServer } from "../../support/faultServer/faultServer.ts";
import { jsonCase } from "../../support/faultServer/jsonCases.ts";
import { messageCase } from "../../support/faultServer/messageCases.ts";
import { streamCase } from "../../support/faultServer/streamCases.ts";

let server: FaultServer;

/** How the bytes of an answer are cut, and what ends its lines. */
interface Way {
  readonly cut: Cut;
  readonly newline: string;
}

const wires = [
  { wire: "stream", caseOf: streamCase, newlines, contentType: "text/event-stream" },
  { wire: "messages", caseOf: messageCase, newlines, contentType: "text/event-stream" },
  { wire: "JSON", caseOf: jsonCase, newlines: ["\n"], contentType: "application/json" },
] as const;

const cases = wires.flatMap(({ wire, caseOf, newlines: breaks, contentType }) =>
  faults.flatMap((fault) =>
    positions.map((position) => {
      const faultCase = caseOf(fault, position);
      const ways: readonly Way[] = breaks.flatMap((newline) =>
        cuts.filter((cut) => isWorthwhile(fault, cut, newline)).map((cut) => ({ cut, newline })),
      );
      return { wire, fault, position, faultCase, ways, contentType };
    }),
  ),
);

/** Ten megabytes are sent in three ways, not in fifteen. */
function isWorthwhile(fault: Fault, cut: Cut, newline: string): boolean {
  return fault !== "10 MB line" || (newline === "\n" && cut !== "per byte" && cut !== "random");
}

const possible = cases.flatMap(({ faultCase, ...rest }) =>
  faultCase ? [{ faultCase, ...rest }] : [],
);

const ways = possible.reduce((sum, one) => sum + one.ways.length, 0);

/** Every fault at every position of every form of an answer, cut and with newlines in so many ways. */
export function describeFaultMatrix(waysOfEach: number): void {
  beforeAll(async () => {
    server = await FaultServer.start();
    return () => server[Symbol.asyncDispose]();
  });

  describe("a fault is named, keeps the text before it and leaves nothing behind", () => {
    test.each(possible.map((one, index) => ({ ...one, index })))(
      "$wire: $fault, $position",
      async ({ faultCase, ways: all, contentType, index }) => {
        // Each case has others, so that together they have all.
        const some = [...all.slice(index % all.length), ...all.slice(0, index % all.length)];
        for (const way of some.slice(0, waysOfEach)) {
          await isNamed(faultCase, way, contentType);
        }
      },
    );

    test("the matrix is whole: nothing was left out but what cannot be", () => {
      expect({ cases: cases.length, possible: possible.length, ways }).toEqual({
        cases: 3 * 18 * 7,
        possible: 243,
        ways: 3219,
      });
    });
  });
}

async function isNamed(
  faultCase: FaultCase,
  { cut, newline }: Way,
  contentType: string,
): Promise<void> {
  play(faultCase, cutUp(faultCase.pieces, cut, newline), contentType);
  const outcome = await askClient(server);
  expect({ way: `${cut} ${JSON.stringify(newline)}`, ...seen(outcome) }).toEqual({
    way: `${cut} ${JSON.stringify(newline)}`,
    ...faultCase.expected,
    isTerminal: true,
    pendingTimers: 0,
  });
  expect(everythingOf(outcome.error)).not.toMatch(
    new RegExp(`${canaryToken}|${payloadCanary}`, "u"),
  );
  expect(outcome.text).not.toContain(payloadCanary);
  expect(server.requests.length).toBeLessThanOrEqual(outcome.text === "" ? 3 : 1);
}

function play(
  { hasHead, ending }: FaultCase,
  parts: readonly Uint8Array[],
  contentType: string,
): void {
  server.answer([
    ...(hasHead ? [{ do: "head" as const, headers: { "content-type": contentType } }] : []),
    ...parts.map((part) => ({ do: "write" as const, bytes: part })),
    ...ending,
  ]);
}

function seen({ failure, error, text, calls, finishReason, pendingTimers }: Outcome) {
  return {
    kind: failure?.kind,
    text,
    hasCall: calls.length > 0,
    isTerminal: (error === undefined) === (finishReason !== undefined),
    pendingTimers,
  };
}
