// Sends files that are hard to read, one kind after the other.
import type { HttpClientOptions } from '#testing/http';
import { LoadProcess } from './load-process.ts';

/** Where the files are sent, as whom, and by how many clients at once. */
export type FilesOrder = Required<Pick<HttpClientOptions, 'baseUrl' | 'token'>> & { clients: number };

/** Begins to send, until the process is told to stop. */
export function sendHostileFiles(order: FilesOrder): LoadProcess {
  return new LoadProcess(new URL('hostile-files-process.ts', import.meta.url), order);
}
