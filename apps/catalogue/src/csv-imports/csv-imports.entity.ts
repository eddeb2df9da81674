// The table of rows of CSV files that are still to be written. Columns that Postgres fills name no default here: TypeORM
// would then add RETURNING.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CsvRow } from '#contracts';

/** A part of a CSV file; deleted when its rows are written to products. */
@Entity('import_chunk')
export class ImportChunkEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  /** The id that the import will have: chunks are stored before it is accepted. */
  @PrimaryColumn('uuid') importId!: string;
  /** Its place in the file, from 1. */
  @PrimaryColumn('int') chunk!: number;
  @Column('json') rows!: CsvRow[];
  @Column('timestamptz') stagedAt!: Date;
}
