// Fetches the pictures of products. A tenant chooses their addresses, so the calls go out as those of webhooks do: to checked
// addresses, without redirects, bounded in size and time. Model servers get the bytes and never an address, because a server
// inside our network would fetch it from there.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { EgressClient } from '#platform/egress';
import { logger } from '#platform/observability';
import type { Config } from '../config.ts';
import type { Picture } from '../models/index.ts';
import { ByteBudget } from './byte-budget.state.ts';

const log = logger('pictures');

/** Most bytes of a picture, and of all of a generation together. */
const MAX_BYTES = 3 * 1024 * 1024;
const MAX_TOGETHER = 12 * 1024 * 1024;
/** Most bytes of all that this process writes about at once: a model call makes some four copies of them. */
const MAX_OF_ALL = 3 * MAX_TOGETHER;
/** Longest time for a picture, in milliseconds. */
const FETCH_MS = 10_000;

/** Kinds of pictures that models take, by their first bytes. */
const TYPES: readonly (readonly [mediaType: string, beginning: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];
const ACCEPT = TYPES.map(([mediaType]) => mediaType).join(',');

/** A picture with its address. */
export type FetchedPicture = Picture & { address: string };

@Injectable()
export class PicturesClient implements OnApplicationShutdown {
  private readonly http: EgressClient;
  private readonly budget = new ByteBudget(MAX_OF_ALL);

  constructor(config: Pick<Config, 'WEBHOOK_ALLOW_LOCALHOST' | 'WEBHOOK_PORTS' | 'WEBHOOK_REFUSED_RANGES'>) {
    this.http = new EgressClient(config, undefined, FETCH_MS);
  }

  onApplicationShutdown(): void {
    this.http.close();
  }

  /**
   * Works with those pictures that can be read, in their order; waits while others hold too many bytes of pictures. Errors: the
   * work's own; the reason of the signal.
   */
  async use<T>(
    addresses: readonly string[],
    signal: AbortSignal,
    work: (pictures: FetchedPicture[]) => Promise<T>,
  ): Promise<T> {
    let held = Math.min(addresses.length * MAX_BYTES, MAX_TOGETHER);
    await this.budget.take(held, signal);
    try {
      const pictures = await this.fetch(addresses, signal);
      const read = pictures.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
      this.budget.giveBack(held - read);
      held = read;
      return await work(pictures);
    } finally {
      this.budget.giveBack(held);
    }
  }

  private async fetch(addresses: readonly string[], signal: AbortSignal): Promise<FetchedPicture[]> {
    const fetched: FetchedPicture[] = [];
    let left = MAX_TOGETHER;
    for (const address of addresses) {
      const picture = await this.fetchOne(address, Math.min(MAX_BYTES, left), signal);
      signal.throwIfAborted();
      if (!picture) continue;
      left -= picture.bytes.byteLength;
      fetched.push({ address, ...picture });
    }
    return fetched;
  }

  private async fetchOne(url: string, most: number, signal: AbortSignal): Promise<Picture | undefined> {
    const answer = await this.http.get({ url, headers: { accept: ACCEPT }, most, signal });
    const reason = 'error' in answer ? answer.error : answer.statusCode;
    const picture = 'body' in answer && answer.statusCode === 200 ? pictureIn(answer.body) : undefined;
    if (!picture) log.info({ reason }, 'A picture could not be read');
    return picture;
  }
}

/** A picture, of the type that its first bytes have, whatever its server says; undefined for anything else. */
function pictureIn(bytes: Buffer): Picture | undefined {
  const beginning = bytes.subarray(0, 16).toString('latin1');
  const mediaType = TYPES.find(([, pattern]) => pattern.test(beginning))?.[0];
  return mediaType === undefined ? undefined : { mediaType, bytes };
}
