// A row of erased_workspace: a workspace for which nothing is written any more.
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('erased_workspace')
export class CatalogueErasureEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('timestamptz') erasedAt!: Date;
}
