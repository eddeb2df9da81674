// The comparison of entities with a database: it notices each kind of difference.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { schemaDrift, startOwnerServers, type OwnerServers } from '#testing/servers';

class DriftNotes0000000000001 {
  name = 'DriftNotes0000000000001';
  async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    await runner.query(`
      CREATE TABLE note (
        id uuid PRIMARY KEY, words text NOT NULL, tags text[] NOT NULL, code varchar(8), size bigint,
        seen_at timestamptz
      )`);
  }
  async down(): Promise<void> {}
}

let servers: OwnerServers;
beforeAll(async () => {
  servers = await startOwnerServers('auth', [DriftNotes0000000000001]);
});
afterAll(() => servers?.close());

class Base {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { array: true })
  tags!: string[];

  @Column('varchar', { length: 8, nullable: true })
  code!: string | null;

  @Column('int8', { nullable: true })
  size!: string | null;
}

@Entity('note')
class Note extends Base {
  @Column('text')
  words!: string;

  @Column('timestamptz', { name: 'seen_at', nullable: true })
  seenAt!: Date | null;
}

@Entity('note')
class NoteWithoutProperty extends Base {
  @Column('text')
  words!: string;
}

@Entity('note')
class NoteWithoutColumn extends Note {
  @Column('text')
  colour!: string;
}

@Entity('note')
class NoteOfOtherType extends Base {
  @Column('jsonb')
  words!: object;

  @Column('timestamp', { name: 'seen_at', nullable: true })
  seenAt!: Date | null;
}

@Entity('note')
class NoteOfOtherNullability extends Base {
  @Column('text', { nullable: true })
  words!: string | null;

  @Column('timestamptz', { name: 'seen_at' })
  seenAt!: Date;
}

@Entity('note')
class NoteOfOtherKey extends Base {
  @PrimaryColumn('text')
  words!: string;

  @Column('timestamptz', { name: 'seen_at', nullable: true })
  seenAt!: Date | null;
}

@Entity('other')
class OtherTable {
  @PrimaryColumn('uuid')
  id!: string;
}

describe('the difference between entities and the database', () => {
  it.each<[string, (new () => object)[], string[]]>([
    ['nothing when they agree', [Note], []],
    ['a column without a property', [NoteWithoutProperty], ['note.seen_at has no property']],
    ['a property without a column', [NoteWithoutColumn], ['note.colour is not in the database']],
    [
      'another type',
      [NoteOfOtherType],
      [
        'note.seen_at is timestamp with time zone, its property timestamp without time zone',
        'note.words is text NOT NULL, its property jsonb NOT NULL',
      ],
    ],
    [
      'another nullability',
      [NoteOfOtherNullability],
      [
        'note.seen_at is timestamp with time zone, its property timestamp with time zone NOT NULL',
        'note.words is text NOT NULL, its property text',
      ],
    ],
    ['another primary key', [NoteOfOtherKey], ['note.words is text NOT NULL, its property text PRIMARY KEY']],
    ['a table that does not exist', [Note, OtherTable], ['other.id is not in the database']],
  ])('is %s', async (_what, entities, expected) => {
    expect(await schemaDrift(servers.database.ownerUrl, entities)).toEqual(expected);
  });

  it('is a table without an entity', async () => {
    const drift = await schemaDrift(servers.database.ownerUrl, []);
    expect(drift).toContain('note.id has no entity');
    expect(drift).toHaveLength(6);
  });
});
