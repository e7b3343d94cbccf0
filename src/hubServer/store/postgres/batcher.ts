const maxBatch = 64;

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

interface BatcherOptions<Input, Output> {
  readonly run: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  /** True if a single input may have caused the error; each input is then retried alone. */
  readonly isOnesFault: (error: unknown) => boolean;
  readonly lanes: number;
}

/** Group commit: inputs that arrive during a transaction share the next. */
export class Batcher<Input, Output> {
  readonly #options: BatcherOptions<Input, Output>;
  readonly #waiting: Waiting<Input, Output>[] = [];
  #running = 0;
  #isStarting = false;

  constructor(options: BatcherOptions<Input, Output>) {
    this.#options = options;
  }

  add(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
      this.#startSoon();
    });
  }

  #startSoon(): void {
    if (!this.#isStarting && this.#running < this.#options.lanes) {
      this.#isStarting = true;
      setImmediate(() => {
        this.#isStarting = false;
        this.#next();
      });
    }
  }

  #next(): void {
    if (this.#waiting.length > 0 && this.#running < this.#options.lanes) {
      this.#running += 1;
      const batch = this.#waiting.splice(0, maxBatch);
      void this.#runBatch(batch).finally(() => {
        this.#running -= 1;
        this.#next();
      });
    }
  }

  async #runBatch(batch: readonly Waiting<Input, Output>[]): Promise<void> {
    try {
      const outputs = await this.#options.run(batch.map(({ input }) => input));
      if (outputs.length !== batch.length) {
        throw new Error(`${outputs.length} answers for ${batch.length} requests`);
      }
      for (const [index, output] of outputs.entries()) {
        batch[index]?.resolve(output);
      }
    } catch (error) {
      await this.#fail(batch, error);
    }
  }

  async #fail(batch: readonly Waiting<Input, Output>[], error: unknown): Promise<void> {
    if (batch.length > 1 && this.#options.isOnesFault(error)) {
      for (const one of batch) {
        await this.#runBatch([one]);
      }
    } else {
      for (const { reject } of batch) {
        reject(error);
      }
    }
  }
}
