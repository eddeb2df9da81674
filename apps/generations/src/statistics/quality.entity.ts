// A row of application_quality: how the accept rate of an application stood when that was last noted. Without a row: within.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { QualityState } from './quality.rules.ts';

@Entity('application_quality')
export class ApplicationQualityEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('text') applicationId!: string;
  @Column('text') state!: QualityState;
  @Column('timestamptz') notedAt!: Date;
}
