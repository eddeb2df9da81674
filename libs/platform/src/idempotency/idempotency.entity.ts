// The table of idempotency keys.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { isolateWorkspaces } from '../database/row-level-security.ts';

/** Table of the keys, for an owner's first migration; `app` and `system` are the two roles. */
export function idempotencyTable(app: string, system: string): string {
  return `
    CREATE TABLE idempotency (
      workspace_id uuid NOT NULL,
      route text NOT NULL,
      key text NOT NULL,
      request_hash text NOT NULL,
      -- json, not jsonb: an answer may echo text that jsonb refuses, such as half a character.
      answer json,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (workspace_id, route, key)
    );
    CREATE INDEX idempotency_age ON idempotency (created_at);
    ${isolateWorkspaces('idempotency', app, system)}
    GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency TO ${app};
    GRANT SELECT, DELETE ON idempotency TO ${system};
  `;
}

/** An Idempotency-Key of a workspace, and the answer that its first request got. */
@Entity('idempotency')
export class IdempotencyEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('text') route!: string;
  @PrimaryColumn('text') key!: string;
  @Column('text') requestHash!: string;
  /** Null until the request has succeeded. */
  @Column('json', { nullable: true }) answer!: unknown;
  @Column('timestamptz') createdAt!: Date;
}
