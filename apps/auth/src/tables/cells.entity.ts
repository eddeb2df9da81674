// The table of the cells of the installation. Each is added by auth of that cell.
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('cell')
export class Cell {
  @PrimaryColumn('text') name!: string;
  /** Address of its API; null where none is set. */
  @Column('text', { nullable: true }) url!: string | null;
  /** When auth of the cell last said that it is there. */
  @Column('timestamptz') seenAt!: Date;
}
