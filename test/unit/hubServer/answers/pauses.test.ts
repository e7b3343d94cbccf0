import { expect, test } from "vitest";

import { AnswerGuard } from "../../../../src/hubServer/answers/answerGuard.ts";
import { GuardedStream } from "../../../../src/hubServer/answers/guardedStream.ts";
import { forEachKind } from "../../../../src/shared/guarded/sensitiveKinds.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { dataEvents } from "../../../support/modelServer/fakeUpstream.ts";

test.each([
  ["a comment", ": processing\n\n"],
  ["a ping", 'event: ping\ndata: {"type": "ping"}\n\n'],
])("%s each second does not hold a begun value for more than five seconds", (_, ping) => {
  const clock = new FakeClock();
  const guard = new AnswerGuard(
    "openai",
    forEachKind(() => "mask"),
    { has: () => false },
  );
  let given = "";
  const sink = {
    write: (bytes: Uint8Array | string): boolean => {
      given += Buffer.from(bytes).toString();
      return true;
    },
    drained: (): Promise<void> => Promise.resolve(),
  };
  const stream = new GuardedStream(guard, sink, clock);
  stream.write(dataEvents({ choices: [{ index: 0, delta: { content: "CPF 529.982" } }] }));
  for (let second = 0; second < 5; second += 1) {
    expect(given).not.toContain("529.982");
    clock.advance(1_000);
    stream.write(ping);
  }
  expect(given).toContain("529.982");
});
