type Release = () => unknown;

export class Resources {
  readonly #releases: Release[] = [];

  add(release: Release): void {
    this.#releases.push(release);
  }

  async release(): Promise<void> {
    const failures: unknown[] = [];
    for (const release of this.#releases.splice(0).toReversed()) {
      try {
        await release();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) {
      throw failures[0];
    }
  }
}
