// A row of source_change: the latest change of something that generations are written from.
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('source_change')
export class SourceChangeEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  /** Id of the product or application. */
  @PrimaryColumn('text') source!: string;
  @Column('text') kind!: 'product' | 'application';
  /** A generation that used an older version is stale. */
  @Column('int') version!: number;
  @Column('timestamptz') changedAt!: Date;
  /** True when all generations are marked that used an older version. */
  @Column('boolean') marked!: boolean;
}
