/** A promise that a test resolves or rejects. */
export function deferred<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
} {
  const resolvers: ((value: T) => void)[] = [];
  const promise = new Promise<T>((resolve) => {
    resolvers.push(resolve);
  });
  return {
    promise,
    resolve: (value) => {
      for (const resolve of resolvers) {
        resolve(value);
      }
    },
  };
}
