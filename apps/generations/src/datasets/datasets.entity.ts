// A row of dataset, and one of dataset_case: a product as it was when the dataset was made.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DatasetCase, DatasetCreation, SourceProduct } from '#contracts';

@Entity('dataset')
export class DatasetEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') id!: string;
  /** Who held the workspace when it was made: whose share of the room it takes. */
  @Column('uuid') holderId!: string;
  @Column('text') name!: string;
  @Column('json', { nullable: true }) inputs!: NonNullable<DatasetCreation['inputs']> | null;
  @Column('int') cases!: number;
  @Column('int') withReferences!: number;
  /** Postgres returns a bigint as text. */
  @Column('bigint') bytes!: string;
  /** False until all of its cases are there. */
  @Column('boolean') ready!: boolean;
  @Column('timestamptz') createdAt!: Date;
}

@Entity('dataset_case')
export class DatasetCaseEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') datasetId!: string;
  /** That of the product. */
  @PrimaryColumn('uuid') id!: string;
  @Column('json') product!: SourceProduct;
  /** By application; null without any. */
  @Column('json', { nullable: true }) acceptedTexts!: NonNullable<DatasetCase['references']> | null;
  /** Of its JSON as the API has it. A read needs it before it reads the product. */
  @Column('int') bytes!: number;
  @Column('timestamptz') createdAt!: Date;
}
