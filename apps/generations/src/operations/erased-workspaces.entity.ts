// A row of erased_workspace: a workspace that gets no more rows.
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('erased_workspace')
export class ClosedWorkspaceEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('timestamptz') erasedAt!: Date;
}
