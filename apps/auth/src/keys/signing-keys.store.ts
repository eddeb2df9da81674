// Reads and writes signing keys. Only the system role may.
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, IsNull, LessThan, Repository } from 'typeorm';
import { Database, SYSTEM } from '#platform/database';
import { SigningKey } from '../tables/index.ts';

@Injectable()
export class SigningKeysStore {
  constructor(
    private readonly database: Database,
    @InjectRepository(SigningKey, SYSTEM) private readonly keys: Repository<SigningKey>,
  ) {}

  /** All keys, oldest first: one or two, at most three. */
  list(): Promise<SigningKey[]> {
    return this.keys.find({ order: { number: 'ASC' } });
  }

  /** Adds a key and sets when its predecessors retire. False when another copy of auth has added this key. */
  add(key: SigningKey, predecessorsRetireAt: Date): Promise<boolean> {
    return this.database.asSystem(async (tx) => {
      const keys = tx.getRepository(SigningKey);
      const insert = keys.createQueryBuilder().insert().values(key).orIgnore().returning('number');
      const added: unknown = (await insert.execute()).raw;
      if (!Array.isArray(added) || added.length === 0) return false;
      const predecessors = { number: LessThan(key.number), retiredAt: IsNull() };
      await keys.update(predecessors, { retiredAt: predecessorsRetireAt });
      return true;
    });
  }

  /** Replaces what a private key is sealed as; another copy of auth may have done so before. */
  async reseal({ number, sealedPrivateKey }: SigningKey, resealed: string): Promise<void> {
    await this.keys.update({ number, sealedPrivateKey }, { sealedPrivateKey: resealed });
  }

  /** Deletes the keys with these numbers. */
  async remove(numbers: number[]): Promise<void> {
    await this.keys.delete({ number: Any(numbers) });
  }
}
