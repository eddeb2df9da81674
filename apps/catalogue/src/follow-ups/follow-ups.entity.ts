// A row of import_follow_up: the batch that is to follow an import. It is deleted when the batch has begun.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ImportFollowUp } from '#contracts';

@Entity('import_follow_up')
export class FollowUpEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') importId!: string;
  /** Id that the batch gets, however often it is asked for. */
  @Column('uuid') batchId!: string;
  /** Id of the HTTP request that asked for the import. */
  @Column('text') requestId!: string;
  @Column('json') body!: ImportFollowUp;
}
