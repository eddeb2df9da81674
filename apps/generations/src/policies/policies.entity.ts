// A row of policy: what a workspace forbids and demands of its texts, beside the built-in table.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OwnPolicy } from '#contracts';

/** What a person writes of a policy. */
export type PolicyFields = Omit<OwnPolicy, 'id'>;

@Entity('policy')
export class PolicyEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('jsonb') definition!: PolicyFields;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}
