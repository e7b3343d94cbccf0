import { open, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";

import { isCode } from "../../../shared/base/errorCode.ts";
import {
  maxTrajectoryLength,
  parseTrajectory,
  type Trajectory,
  TrajectoryError,
} from "./trajectory.ts";

interface Known {
  readonly version: string;
  readonly trajectory: Trajectory;
}

const namePattern = /^[\w-]+(?:\.[\w-]+)*$/u;
const maxNameLength = 100;
const maxKnown = 200;

export class TrajectoryFiles {
  readonly #folder: string;
  readonly #known = new Map<string, Known>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(name: string): Promise<Trajectory> {
    if (name.length > maxNameLength || !namePattern.test(name)) {
      throw new TrajectoryError(
        "the name of a trajectory has letters, digits, -, _ and inner dots",
      );
    }
    try {
      return await this.#readFile(`${name}.json`);
    } catch (error) {
      if (error instanceof TrajectoryError) {
        throw new TrajectoryError(`${name}.json: ${error.message}`, { cause: error });
      }
      const reason = isCode(error, "ENOENT") ? "is not in the folder of --play" : "cannot be read";
      throw new TrajectoryError(`${name}.json ${reason}`, { cause: error });
    }
  }

  async #readFile(fileName: string): Promise<Trajectory> {
    const path = await realpath(join(this.#folder, fileName));
    if (dirname(path) !== (await realpath(this.#folder))) {
      throw new TrajectoryError("it is a link out of the folder of --play");
    }
    const file = await open(path, "r");
    try {
      const { size, mtimeMs } = await file.stat();
      const version = `${path} ${mtimeMs} ${size}`;
      const known = this.#known.get(fileName);
      if (known?.version === version) {
        return known.trajectory;
      }
      if (size > maxTrajectoryLength) {
        throw new TrajectoryError(`it has more than ${maxTrajectoryLength} bytes`);
      }
      const trajectory = parseTrajectory(await file.readFile("utf8"));
      if (this.#known.size >= maxKnown) {
        this.#known.clear();
      }
      this.#known.set(fileName, { version, trajectory });
      return trajectory;
    } finally {
      await file.close();
    }
  }
}
