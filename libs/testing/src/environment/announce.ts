// What a person sees while a stack of the tests starts.

/** Tells that a stack starts, if it has a name; gives a function that tells that it is ready. */
export function announce(name: string | undefined): () => void {
  const startedAt = performance.now();
  const tell = (what: string): void => {
    if (name) process.stderr.write(`${what}\n`);
  };
  tell(`Starting the ${name} stack …`);
  return () =>
    tell(`The ${name} stack is ready after ${Math.round((performance.now() - startedAt) / 1000)} s.`);
}
