import { setImmediate } from "node:timers/promises";

import { expect, test } from "vitest";

import { SignInTurns } from "../../../../src/hubServer/auth/signInTurns.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

interface Try {
  readonly login: string;
  readonly address?: string;
  readonly isRight?: boolean;
}

/** Sign-ins of which one is checked at a time, until `finish`. */
class Lab {
  readonly clock = new FakeClock();
  readonly #turns = new SignInTurns(this.clock, { parallel: 1 });
  readonly #checks: (() => void)[] = [];
  /** Logins with the outcome of their tries, in the order in which these ended. */
  readonly ended: string[] = [];

  begin({ login, address = "192.0.2.1", isRight = false }: Try): void {
    const check = async (): Promise<true | undefined> => {
      await new Promise<void>((resolve) => {
        this.#checks.push(resolve);
      });
      return isRight ? true : undefined;
    };
    void this.#turns.take({ address, login }, check).then(
      (result) => this.ended.push(`${login} ${result === true ? "right" : "wrong"}`),
      () => this.ended.push(`${login} refused`),
    );
  }

  /** Lets every check end that may run now. */
  async finish(): Promise<readonly string[]> {
    do {
      this.#checks.shift()?.();
      await setImmediate();
    } while (this.#checks.length > 0);
    return this.ended.splice(0);
  }

  async all(tries: readonly Try[]): Promise<readonly string[]> {
    for (const one of tries) {
      this.begin(one);
    }
    return this.finish();
  }

  async oneByOne(tries: readonly Try[]): Promise<void> {
    for (const one of tries) {
      this.begin(one);
      if ((await this.finish()).length === 0) {
        this.clock.advance(10_000);
        await this.finish();
      }
    }
  }
}

const ana = { login: "ana", isRight: true };
const repeat = (count: number, make: (index: number) => Try): readonly Try[] =>
  Array.from({ length: count }, (_, index) => make(index));

test("after five wrong passwords the right one waits a second and is right", async () => {
  const lab = new Lab();
  await lab.oneByOne(repeat(5, () => ({ login: "ana" })));
  expect(await lab.all([ana])).toEqual([]);
  lab.clock.advance(999);
  expect(await lab.finish()).toEqual([]);
  lab.clock.advance(1);
  expect(await lab.finish()).toEqual(["ana right"]);
});

test("however many wrong passwords there were, the wait is ten seconds at most", async () => {
  const lab = new Lab();
  await lab.oneByOne(repeat(50, () => ({ login: "ana" })));
  lab.clock.advance(10_000);
  expect(await lab.all([{ login: "ana" }])).toEqual(["ana wrong"]);
  lab.begin(ana);
  lab.clock.advance(9_999);
  expect(await lab.finish()).toEqual([]);
  lab.clock.advance(1);
  expect(await lab.finish()).toEqual(["ana right"]);
});

test("wrong passwords from another address, or for another login, are no wait", async () => {
  const lab = new Lab();
  await lab.oneByOne(repeat(15, () => ({ login: "ana" })));
  expect(await lab.all([{ ...ana, address: "192.0.2.2" }])).toEqual(["ana right"]);
  expect(await lab.all([{ login: "bia", isRight: true }])).toEqual(["bia right"]);
});

test("many tries for one login at the same moment are no way around the wait", async () => {
  const lab = new Lab();
  const ended = await lab.all(repeat(15, () => ({ login: "ana" })));
  expect(ended.filter((outcome) => outcome === "ana refused")).toHaveLength(13);
});

test("an address that tries many logins waits three seconds at most, and no other address does", async () => {
  const lab = new Lab();
  await lab.oneByOne(repeat(40, (index) => ({ login: `user${index}` })));
  await lab.all([{ login: "user40" }]);
  lab.begin(ana);
  expect(await lab.all([{ login: "bia", address: "192.0.2.2", isRight: true }])).toEqual([
    "bia right",
  ]);
  lab.clock.advance(3_000);
  expect(await lab.finish()).toContain("ana right");
});

test("tries without end from one address keep neither others out nor a login that was right there before", async () => {
  const lab = new Lab();
  await lab.all([ana]);
  const flood = (): void => {
    for (const one of repeat(30, (index) => ({ login: `${lab.clock.now()} ${index}` }))) {
      lab.begin(one);
    }
  };
  for (let second = 0; second < 30; second += 1) {
    flood();
    lab.clock.advance(1_000);
    await lab.finish();
  }
  flood();
  lab.begin({ login: "bia", address: "192.0.2.2", isRight: true });
  lab.begin(ana);
  flood();
  const ended = await lab.finish();
  expect(ended).toEqual(expect.arrayContaining(["ana right", "bia right"]));
});

test("of tries from very many addresses a hundred wait, and the others are refused", async () => {
  const lab = new Lab();
  const ended = await lab.all(
    repeat(150, (index) => ({ login: "ana", address: `192.0.2.${index}` })),
  );
  expect(ended.filter((outcome) => outcome === "ana refused")).toHaveLength(49);
});
