/** One write of a document at a time: sessions recognise their own changes by the write that is under way. */
export class WriteQueue {
  #last: Promise<void> = Promise.resolve();

  async add(write: () => Promise<void>): Promise<void> {
    const writing = this.#last.then(write);
    // The caller receives the failure; the next write starts anyway.
    this.#last = writing.catch(() => undefined);
    await writing;
  }
}
