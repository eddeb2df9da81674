// A row of import_follow_up: the batch that is to follow an import. It is deleted when the batch has begun. Columns that Postgres
// fills name no default here: TypeORM would then add RETURNING.
import type { HolderLimits } from '#contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('import_follow_up')
export class FollowUpEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') importId!: string;
  /** The account that held the workspace when the import was accepted. */
  @Column('uuid') holderId!: string;
  /** What was set for that account then, if anything was. */
  @Column('json', { nullable: true }) limits!: HolderLimits | null;
  /** Id that the batch gets, however often it is asked for. */
  @Column('uuid') batchId!: string;
  /** Id of the HTTP request that asked for the import. */
  @Column('text') requestId!: string;
  /** How often the batch did not begin when it was asked for. */
  @Column('int') failures!: number;
  /** When it is asked for next; infinity while the import runs. */
  @Column('timestamptz') dueAt!: Date;
}
