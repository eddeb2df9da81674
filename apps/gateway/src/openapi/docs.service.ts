// Holds the API document and the script of the page that shows it.
import { Injectable } from '@nestjs/common';
import { loadScalar } from './scalar.client.ts';

@Injectable()
export class DocsService {
  /** The API document as JSON. */
  document = '';
  private script: Promise<Buffer> | undefined;

  /** Scalar's script, gzipped; loaded at the first call, because it is large and rarely requested. */
  scalar(): Promise<Buffer> {
    this.script ??= loadScalar();
    return this.script;
  }
}
