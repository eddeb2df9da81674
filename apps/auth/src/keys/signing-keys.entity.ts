// A row of signing_key.
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('signing_key')
export class SigningKey {
  /** Counts the keys; of two copies of auth that make the next key, one wins. */
  @PrimaryColumn('int')
  number!: number;

  @Column('text')
  kid!: string;

  /** Modulus of the public half, base64url. */
  @Column('text')
  n!: string;

  /** Exponent of the public half, base64url. */
  @Column('text')
  e!: string;

  @Column('text', { name: 'sealed_private_key' })
  sealedPrivateKey!: string;

  @Column('timestamptz', { name: 'published_at' })
  publishedAt!: Date;

  @Column('timestamptz', { name: 'signs_from' })
  signsFrom!: Date;

  /** Null while no younger key is on its way. */
  @Column('timestamptz', { name: 'retired_at', nullable: true })
  retiredAt!: Date | null;
}
