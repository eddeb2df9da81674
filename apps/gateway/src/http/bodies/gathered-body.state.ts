// A body on its way to Fastify, which keeps every piece of it until the last one: in pieces of one byte, 16 KB would take megabytes.
import { Transform, type TransformCallback } from 'node:stream';

/** Pieces below this many bytes are put together. */
const SMALL_BYTES = 1024;
/** Bytes of such a block. */
const BLOCK_BYTES = 4096;

/** Passes a body on with its small pieces put together. It fails with what `refusalOf` says of the bytes so far. */
export class GatheredBody extends Transform {
  /** Fastify compares it with Content-Length. */
  receivedEncodedLength = 0;
  private block = Buffer.alloc(0);
  private used = 0;

  constructor(private readonly refusalOf: (bytes: number) => Error | undefined) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length;
    const refusal = this.refusalOf(this.receivedEncodedLength);
    if (refusal) return done(refusal);
    if (chunk.length >= SMALL_BYTES || this.used + chunk.length > this.block.length) this.pushBlock();
    if (chunk.length >= SMALL_BYTES) this.push(chunk);
    else {
      if (this.block.length === 0) this.block = Buffer.allocUnsafe(BLOCK_BYTES);
      this.used += chunk.copy(this.block, this.used);
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    this.pushBlock();
    done();
  }

  private pushBlock(): void {
    if (this.used > 0) this.push(this.block.subarray(0, this.used));
    this.block = Buffer.alloc(0);
    this.used = 0;
  }
}
