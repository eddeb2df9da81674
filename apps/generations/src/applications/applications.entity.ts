// Rows of application and application_version: an application of a workspace, and each of its versions.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApplicationDefinition, ResultType } from '#contracts';

@Entity('application')
export class ApplicationEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') id!: string;
  /** The latest version. */
  @Column('int') version!: number;
  @Column('timestamptz') createdAt!: Date;
  /** Nothing new can be written with it since then; null until then. */
  @Column('timestamptz', { nullable: true }) archivedAt!: Date | null;
}

/** A version never changes. */
@Entity('application_version')
export class ApplicationVersionEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  /** Of the application. */
  @PrimaryColumn('uuid') id!: string;
  @PrimaryColumn('int') version!: number;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) description!: string | null;
  /** A Liquid template. */
  @Column('text') instructions!: string;
  @Column('json') inputSchema!: ApplicationDefinition['inputSchema'];
  @Column('text') resultType!: ResultType;
  @Column('json', { nullable: true }) resultSchema!: NonNullable<
    ApplicationDefinition['resultSchema']
  > | null;
  @Column('json', { nullable: true }) environment!: NonNullable<ApplicationDefinition['environment']> | null;
  @Column('timestamptz') versionedAt!: Date;
  /** Of what may be large, as text. A list needs it before it reads the rest. */
  @Column({ type: 'int', insert: false, update: false }) bytes!: number;
}

/** An application at one of its versions. */
export type ApplicationRow = Omit<ApplicationEntity & ApplicationVersionEntity, 'workspaceId' | 'bytes'>;
