// The table of signing keys. Only the system role reaches it.
import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan } from 'typeorm';
import { Database } from '#platform/database';
import { SigningKey } from './signing-keys.entity.ts';

@Injectable()
export class SigningKeysStore {
  constructor(private readonly database: Database) {}

  /** All keys: one or two, three at most. */
  list(): Promise<SigningKey[]> {
    return this.database.asSystem((tx) => tx.find(SigningKey, { order: { number: 'ASC' } }));
  }

  /** Adds a key and says when those before it retire. False when another copy has made this one. */
  add(key: SigningKey, othersRetireAt: Date): Promise<boolean> {
    return this.database.asSystem(async (tx) => {
      const insert = tx.createQueryBuilder().insert().into(SigningKey).values(key).orIgnore();
      const added: unknown = (await insert.returning('number').execute()).raw;
      if (!Array.isArray(added) || added.length === 0) return false;
      const others = { number: LessThan(key.number), retiredAt: IsNull() };
      await tx.update(SigningKey, others, { retiredAt: othersRetireAt });
      return true;
    });
  }

  /** Forgets keys. */
  async remove(numbers: number[]): Promise<void> {
    await this.database.asSystem((tx) => tx.delete(SigningKey, { number: In(numbers) }));
  }
}
