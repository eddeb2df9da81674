// Makes and opens the cursors of lists: opaque, tamper-proof, bound to a workspace and to filters.
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '#contracts';
import { CONFIG } from '#platform/config';
import { equalInConstantTime, hmac } from '#platform/crypto';
import type { Config } from '../config.ts';
import type { Place } from './products.store.ts';

@Injectable()
export class CursorsService {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** The cursor of a place, valid only with the same `bound` values (workspace, filters). */
  seal(place: Place, ...bound: string[]): string {
    const seal = hmac(this.config.CURSOR_SECRET, place.createdAt, place.id, ...bound);
    return Buffer.from(`${place.createdAt}|${place.id}|${seal}`).toString('base64url');
  }

  /** The place of a cursor. Errors: InvalidNextToken. */
  open(cursor: string, ...bound: string[]): Place {
    const [createdAt = '', id = '', seal = ''] = Buffer.from(cursor, 'base64url')
      .toString('latin1')
      .split('|');
    if (!equalInConstantTime(seal, hmac(this.config.CURSOR_SECRET, createdAt, id, ...bound))) {
      throw new AppError('InvalidNextToken', { target: 'nextToken' });
    }
    return { createdAt, id };
  }
}
