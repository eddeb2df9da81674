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

  /** Takes bytes if nobody has to wait; false, with nothing taken, otherwise. */
  takeNow(bytes: number): boolean {
    const isFree = this.waiting.length === 0 && bytes <= this.left;
    if (isFree) this.left -= bytes;
    return isFree;
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

/** What one work holds of a budget: all that it may need, or nothing, so that no two wait for what the other one holds. */
export class ByteShare {
  private held = 0;
  /** True once bytes were wanted and not there: the work has to wait for them with `take`. */
  isRefused = false;

  constructor(private readonly budget: ByteBudget) {}

  /** True if bytes are held, or can be without a wait. */
  takeNow(bytes: number): boolean {
    if (this.held === 0 && !this.isRefused) {
      this.isRefused = !this.budget.takeNow(bytes);
      if (!this.isRefused) this.held = bytes;
    }
    return this.held > 0;
  }

  /** Takes bytes in turn. Errors: the reason of the signal; nothing is taken then. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    await this.budget.take(bytes, signal);
    this.held = bytes;
  }

  /** Gives back what is held beyond so many bytes. */
  keep(bytes: number): void {
    if (bytes >= this.held) return;
    this.budget.giveBack(this.held - bytes);
    this.held = bytes;
  }
}
