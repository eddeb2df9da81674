// A row of voice: how the texts of a workspace sound.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { VoiceDefinition } from '#contracts';

@Entity('voice')
export class VoiceEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') id!: string;
  /** What a person writes of it, apart from whether it is the default; json, because people may write what jsonb refuses. */
  @Column('json') definition!: Omit<VoiceDefinition, 'isDefault'>;
  /** True for the voice of generations that name none; Postgres keeps a second one out. */
  @Column('boolean') isDefault!: boolean;
  /** 1 at first; counts the changes. */
  @Column('int') version!: number;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}
