// What the documentation pages are made of.
import { Injectable } from '@nestjs/common';
import { loadScalar } from './scalar.client.ts';

/** Holds what the documentation pages are made of. */
@Injectable()
export class DocsService {
  /** The API document as JSON. */
  document = '';
  private script: Promise<Buffer> | undefined;

  /** Scalar's script, gzipped; read at the first call, since it is large and seldom wanted. */
  scalar(): Promise<Buffer> {
    this.script ??= loadScalar();
    return this.script;
  }
}
