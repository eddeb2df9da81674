// Fetches the pictures of products. A tenant chooses their addresses, so the calls go out as those of webhooks do: to checked
// addresses, without redirects, bounded in size and time. Model servers get the bytes and never an address, because a server
// inside our network would fetch it from there.
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { EgressClient } from '#platform/egress';
import { logger } from '#platform/observability';
import type { Config } from '../config.ts';
import type { Picture } from '../models/index.ts';
import { ByteBudget, ByteShare } from './byte-budget.state.ts';

const log = logger('pictures');

/** Most bytes of a picture, and of all of a generation together. */
const MAX_BYTES = 3 * 1024 * 1024;
const MAX_TOGETHER = 12 * 1024 * 1024;
/**
 * Most bytes of all that this process writes about at once: a model call makes some four copies of them, which is no less than the
 * pictures of a generation take while they are read, those included that are left out then.
 */
const MAX_OF_ALL = 3 * MAX_TOGETHER;
/** Longest time for the pictures of a generation, which are fetched together, in milliseconds. */
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
    const share = new ByteShare(this.budget);
    try {
      let pictures = await this.fetch(addresses, share, signal);
      if (share.isRefused) {
        await share.take(Math.min(addresses.length * MAX_BYTES, MAX_TOGETHER), signal);
        pictures = await this.fetch(addresses, share, signal);
      }
      return await work(pictures);
    } finally {
      share.keep(0);
    }
  }

  /**
   * Fetches pictures at once. They take their share when the first of them begins to come, because servers that say nothing are
   * to keep nobody waiting; if it is refused, all stop.
   */
  private async fetch(
    addresses: readonly string[],
    share: ByteShare,
    signal: AbortSignal,
  ): Promise<FetchedPicture[]> {
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    let needed = addresses.length * MAX_BYTES;
    const mostNow = (): number => {
      if (share.takeNow(Math.min(needed, MAX_TOGETHER))) return MAX_BYTES;
      stop.abort();
      return 0;
    };
    const fetchOne = async (address: string) => {
      const picture = await this.fetchOne(address, mostNow, either);
      needed -= MAX_BYTES - (picture?.bytes.byteLength ?? 0);
      share.keep(Math.min(needed, MAX_TOGETHER));
      return picture ? [{ address, ...picture }] : [];
    };
    const fetched = await Promise.all(addresses.map(fetchOne));
    signal.throwIfAborted();
    return fitting(fetched.flat());
  }

  /** Fetches a picture. `mostNow` is asked when it begins to come. */
  private async fetchOne(
    url: string,
    mostNow: () => number,
    signal: AbortSignal,
  ): Promise<Picture | undefined> {
    const answer = await this.http.get({
      url,
      headers: { accept: ACCEPT },
      most: mostNow,
      signal,
    });
    const reason = 'error' in answer ? answer.error : answer.statusCode;
    const picture = 'body' in answer && answer.statusCode === 200 ? pictureIn(answer.body) : undefined;
    if (!picture && !signal.aborted) log.info({ reason }, 'A picture could not be read');
    return picture;
  }
}

/** The pictures without those that are too large together with the ones before them. */
function fitting(pictures: readonly FetchedPicture[]): FetchedPicture[] {
  const fit: FetchedPicture[] = [];
  let left = MAX_TOGETHER;
  for (const picture of pictures) {
    if (picture.bytes.byteLength > left) {
      log.info({ reason: 'TooLarge' }, 'A picture could not be read');
      continue;
    }
    left -= picture.bytes.byteLength;
    fit.push(picture);
  }
  return fit;
}

/** A picture, of the type that its first bytes have, whatever its server says; undefined for anything else. */
function pictureIn(bytes: Buffer): Picture | undefined {
  const beginning = bytes.subarray(0, 16).toString('latin1');
  const mediaType = TYPES.find(([, pattern]) => pattern.test(beginning))?.[0];
  return mediaType === undefined ? undefined : { mediaType, bytes };
}
