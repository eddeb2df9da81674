// A row of source_change: the latest change of something that generations are written from.
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('source_change')
export class SourceChangeEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  /** Id of the product or application. */
  @PrimaryColumn('text') source!: string;
  @Column('text') kind!: 'product' | 'application';
  /** A generation that used an older version of an application is stale. */
  @Column('int') version!: number;
  /** Of the facts that a product has in this version: a generation that used others is stale. Null for an application. */
  @Column('text', { nullable: true }) hash!: string | null;
  @Column('timestamptz') changedAt!: Date;
  /** True when all generations that used an older version have their mark. */
  @Column('boolean') marked!: boolean;
}
