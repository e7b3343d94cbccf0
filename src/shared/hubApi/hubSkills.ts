import * as z from "zod/mini";

const maxSkills = 10;

const line = (longest: number) =>
  z.string().check(z.minLength(1), z.maxLength(longest), z.regex(/^[^\p{Cc}]+$/u));

/** A prompt or a skill that an organisation gives its people, with the fields of a SKILL.md. */
export const hubSkillSchema = z.object({
  name: line(60).check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u)),
  description: line(300),
  version: line(40),
  text: z.string().check(z.minLength(1), z.maxLength(16_000)),
});

export type HubSkill = Readonly<z.infer<typeof hubSkillSchema>>;

export const hubSkillsSchema = z.array(hubSkillSchema).check(
  z.maxLength(maxSkills),
  z.refine((skills) => new Set(skills.map(({ name }) => name)).size === skills.length),
);

/** The answer of `/hub/v1/skills`. */
export const hubSkillListSchema = z.object({ data: hubSkillsSchema });
