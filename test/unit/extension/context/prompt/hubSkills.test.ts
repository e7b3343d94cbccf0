import { beforeEach, expect, test, vi } from "vitest";

import type { HubSkill } from "../../../../../src/shared/hubApi/hubSkills.ts";
import { FakeClock } from "../../../../support/fakeClock.ts";

const editor = vi.hoisted(() => ({
  answers: [] as (string | undefined)[],
  asked: [] as { readonly text: string; readonly detail: string; readonly buttons: string[] }[],
}));

vi.mock("vscode", () => ({
  l10n: {
    t: (text: string, ...values: readonly string[]) =>
      text.replaceAll(/\{(\d)\}/gu, (_, at: string) => values[Number(at)] ?? ""),
  },
  window: {
    showInformationMessage: (
      text: string,
      { modal, detail }: { readonly modal: boolean; readonly detail: string },
      ...buttons: string[]
    ) => {
      expect(modal).toBe(true);
      editor.asked.push({ text, detail, buttons });
      return Promise.resolve(editor.answers.shift());
    },
  },
}));

const { HubSkills } = await import("../../../../../src/extension/context/prompt/hubSkills.ts");

const skill: HubSkill = {
  name: "release",
  description: "How to release",
  version: "1",
  text: "---\nname: release\n---\nTag it.\u202e",
};

const kept = new Map<string, unknown>();
const opened: string[] = [];
let hub: { address: string; skills: () => Promise<readonly HubSkill[]> };

const skillsOf = () =>
  new HubSkills({
    connection: {
      address: () => Promise.resolve(hub.address),
      skills: () => hub.skills(),
    },
    // Only these parts are used.
    memory: {
      get: (key: string) => kept.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
    } as unknown as ConstructorParameters<typeof HubSkills>[0]["memory"],
    clock: new FakeClock(),
    openText: (name, text) => Promise.resolve(void opened.push(name, text)),
  });

beforeEach(() => {
  kept.clear();
  opened.length = 0;
  editor.asked.length = 0;
  hub = { address: "https://hub.example", skills: () => Promise.resolve([skill]) };
});

/** Uses it with these answers to the questions. */
async function use(skills: InstanceType<typeof HubSkills>, one: HubSkill, ...answers: string[]) {
  editor.answers = answers;
  return (await skills.use(one))?.body;
}

const last = () => editor.asked.at(-1);

test("a skill is read before its first use, and silent after that, in another window too", async () => {
  const skills = skillsOf();
  expect(await use(skills, skill, "Read It")).toBeUndefined();
  expect(last()?.buttons).toEqual(["Read It"]);
  expect(last()?.detail).toMatch(/^Version 1, SHA-256 [\da-f]{64}\./u);
  expect(opened[0]).toMatch(/^release 1 [\da-f]{12}\.md$/u);
  expect(opened[1]).toContain("Tag it.⟨U+202E⟩");
  expect(await use(skills, skill, "Use It")).toBe("Tag it.\u202e");
  expect(await use(skills, skill)).toBe("Tag it.\u202e");
  expect(await use(skillsOf(), skill)).toBe("Tag it.\u202e");
  expect(editor.asked).toHaveLength(2);
});

test.each([
  ["text", { ...skill, text: "Delete everything." }],
  ["version", { ...skill, version: "2" }],
])("another %s is read again, even after the first was agreed to", async (_name, changed) => {
  const skills = skillsOf();
  await use(skills, skill, "Read It");
  await use(skills, skill, "Use It");
  expect(await use(skills, changed, "Use It")).toBeUndefined();
  expect(last()?.buttons).toEqual(["Read It"]);
});

test("the same name of another hub is read again, and a leaving person agrees to nothing", async () => {
  const skills = skillsOf();
  await use(skills, skill, "Read It");
  expect(await use(skills, skill)).toBeUndefined();
  await use(skills, skill, "Use It");
  hub.address = "https://other.example";
  expect(await use(skillsOf(), skill, "Use It")).toBeUndefined();
});

test("a hub that fails leaves the list as it was", async () => {
  const skills = skillsOf();
  expect(await skills.list()).toEqual([skill]);
  hub.skills = () => Promise.reject(new Error("down"));
  expect(await skills.list()).toEqual([skill]);
});

test("a broken memory is no agreement", async () => {
  kept.set("aiHub.readSkills", "x");
  expect(await use(skillsOf(), skill, "Use It")).toBeUndefined();
});
