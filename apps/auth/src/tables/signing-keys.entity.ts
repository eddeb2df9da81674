// The table of signing keys.
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('signing_key')
export class SigningKey {
  /** 1 for the first key, then consecutive. Of two copies of auth that make the same key, one does not get it inserted. */
  @PrimaryColumn('int') number!: number;
  /** Key id: names the key in a token's header. */
  @Column('text') kid!: string;
  /** Modulus of the public half, base64url. */
  @Column('text') n!: string;
  /** Exponent of the public half, base64url. */
  @Column('text') e!: string;
  @Column('text') sealedPrivateKey!: string;
  @Column('timestamptz') publishedAt!: Date;
  @Column('timestamptz') signsFrom!: Date;
  /** From then on no valid token bears its signature; null until a successor exists. */
  @Column('timestamptz', { nullable: true }) retiredAt!: Date | null;
}
