import { splitFrontMatter } from "../../context/promptFile.ts";
import { isSecretFile } from "../../shared/guarded/secretFiles.ts";
import type { Workspace, WorkspacePath } from "../tools/base/workspace.ts";

export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly folder: string;
}

/** Folders of skills in the workspace; of skills with the same name the first counts. */
export const workspaceSkills = [".agents/skills", ".claude/skills", ".github/skills"];

/** The folders of skills; those of the person come first. */
export function skillFolders(home: string): readonly string[] {
  return [`${home}/.agents/skills`, ...workspaceSkills];
}

const maxSkills = 50;
const maxDescription = 300;

export async function findSkills(
  workspace: Workspace,
  folders: readonly string[],
): Promise<readonly Skill[]> {
  const skills = new Map<string, Skill>();
  for (const folder of folders) {
    const path = await workspace.locate(folder);
    const entries = await workspace.entries(path);
    for (const { name } of entries.filter(({ isFolder }) => isFolder).slice(0, maxSkills)) {
      const skill = await readSkill(workspace, `${folder}/${name}`, name);
      if (skill && !skills.has(skill.name) && skills.size < maxSkills) {
        skills.set(skill.name, skill);
      }
    }
  }
  return [...skills.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function readSkill(
  workspace: Workspace,
  folder: string,
  folderName: string,
): Promise<Skill | undefined> {
  const inside = await workspace.locate(folder);
  const path = await workspace.locate(`${folder}/SKILL.md`);
  const file = path.kind === "file" ? await workspace.read(path) : undefined;
  if (!file || "problem" in file || !isBelow(path, inside.real)) {
    return undefined;
  }
  const { fields } = splitFrontMatter(file.text.slice(0, 16_000));
  const name = oneLine(fields.get("name") ?? folderName).slice(0, 64);
  const description = oneLine(fields.get("description") ?? "").slice(0, maxDescription);
  return description === ""
    ? undefined
    : { name, description, path: path.shown, folder: inside.real };
}

export function skillsText(skills: readonly Skill[]): string {
  const rows = skills.map(({ name, description, path }) => `- ${name}: ${description} (${path})`);
  return `Skills. Before you do what one is for, read its file with read_file:\n${rows.join("\n")}`;
}

/** True for a path in the folder of a skill, which the person made or trusts. */
export function isOfSkill(skills: readonly Skill[], path: WorkspacePath): boolean {
  return !isSecretFile(path.real) && skills.some(({ folder }) => isBelow(path, folder));
}

function isBelow({ real }: WorkspacePath, folder: string): boolean {
  return real.startsWith(`${folder}/`) || real.startsWith(`${folder}\\`);
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
