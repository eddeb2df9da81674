// A row of statistic: the generations and attempts of a workspace that ended in an hour, or in a day, in the same way. Each
// connection adds to a slot of its own, so that none waits for another; the slots of past hours are added up in slot 0 of their
// hour and of their day.
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('statistic')
export class StatisticEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  /** 1, or 24 for a day of UTC. */
  @PrimaryColumn('int') hours!: number;
  /** The first of these hours, counted from 1970. */
  @PrimaryColumn('int') hour!: number;
  @PrimaryColumn('text') applicationId!: string;
  @PrimaryColumn('text') model!: string;
  /** Why they failed; empty for those that succeeded. */
  @PrimaryColumn('text') errorCode!: string;
  /** Version of what models were told; empty where no prompt was made. */
  @PrimaryColumn('text') promptVersion!: string;
  /** Tag of the language; empty where nothing tells it. */
  @PrimaryColumn('text') language!: string;
  /** Id of the voice; empty for none. */
  @PrimaryColumn('text') voice!: string;
  /** Process id of the connection in Postgres, or 0. */
  @PrimaryColumn('int') slot!: number;
  @Column('int') generations!: number;
  @Column('int') attempts!: number;
  /** What the attempts used, as far as it is known. Postgres returns a bigint as text. */
  @Column('bigint') inputTokens!: string;
  @Column('bigint') outputTokens!: string;
  /** Null when the cost of none is known. */
  @Column('bigint', { nullable: true }) costMicros!: string | null;
  /** Results that people accepted, those of them that they had changed, and results that they rejected. */
  @Column('int') accepted!: number;
  @Column('int') edited!: number;
  @Column('int') rejected!: number;
  /** Sum of the shares of words that they changed. */
  @Column('float8') editShare!: number;
  /** What the quality check noticed in results and drafts, by rule. */
  @Column('jsonb') findings!: Record<string, number>;
}
