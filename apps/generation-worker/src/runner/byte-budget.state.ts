// Bytes that all work of this process shares: whoever wants more than are left waits for its turn.

export class ByteBudget {
  private readonly waiting: { bytes: number; begin: () => void }[] = [];

  /** `left`: all bytes; nobody may want more. */
  constructor(private left: number) {}

  /** Takes bytes, when those who came before have theirs. Errors: the reason of the signal; nothing is taken then. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = (): void => {
      signal.removeEventListener('abort', leave); // at once: it has no place any more to leave
      resolve();
    };
    const place = { bytes, begin };
    const leave = (): void => {
      this.waiting.splice(this.waiting.indexOf(place), 1);
      reject(signal.reason as Error);
      this.serve();
    };
    this.waiting.push(place);
    signal.addEventListener('abort', leave, { once: true });
    this.serve();
    await promise;
  }

  giveBack(bytes: number): void {
    this.left += bytes;
    this.serve();
  }

  private serve(): void {
    for (let [next] = this.waiting; next && next.bytes <= this.left; [next] = this.waiting) {
      this.waiting.shift();
      this.left -= next.bytes;
      next.begin();
    }
  }
}
