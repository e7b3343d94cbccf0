import type { FileProblem, FileText, Workspace, WorkspacePath } from "../base/workspace.ts";

export const unsaved: FileProblem = { problem: "unsaved" };

/** A file with unsaved text is never changed on the disk. */
export abstract class OpenFiles implements Workspace {
  protected readonly disk: Workspace;

  constructor(disk: Workspace) {
    this.disk = disk;
  }

  get root(): string {
    return this.disk.root;
  }

  get folders(): Workspace["folders"] {
    return this.disk.folders;
  }

  locate(path: string): Promise<WorkspacePath> {
    return this.disk.locate(path);
  }

  abstract read(path: WorkspacePath): Promise<FileText | FileProblem>;

  abstract write(
    path: WorkspacePath,
    text: string,
    expected: string | undefined,
  ): Promise<FileText | FileProblem>;

  async move(
    from: WorkspacePath,
    to: WorkspacePath,
    expected: string,
  ): Promise<FileProblem | undefined> {
    return (await this.isUnsaved(from)) ? unsaved : await this.disk.move(from, to, expected);
  }

  async remove(path: WorkspacePath, expected: string): Promise<FileProblem | undefined> {
    return (await this.isUnsaved(path)) ? unsaved : await this.disk.remove(path, expected);
  }

  entries(path: WorkspacePath): ReturnType<Workspace["entries"]> {
    return this.disk.entries(path);
  }

  matchLines(...args: Parameters<Workspace["matchLines"]>): ReturnType<Workspace["matchLines"]> {
    return this.disk.matchLines(...args);
  }

  protected abstract isUnsaved(path: WorkspacePath): Promise<boolean>;
}
