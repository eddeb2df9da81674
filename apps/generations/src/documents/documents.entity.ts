// A row of document: a text of a workspace that guides the writing, such as a brand voice guide, states facts, or was accepted.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DocumentKind } from '#contracts';

@Entity('document')
export class DocumentEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') title!: string;
  @Column('text') content!: string;
  /** Whether it says how to write, or what is true. */
  @Column('text') kind!: DocumentKind;
  /** The product that it is about; null for none. */
  @Column('uuid', { nullable: true }) productId!: string | null;
  /** 1 at first; counts the changes. */
  @Column('int') version!: number;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}
