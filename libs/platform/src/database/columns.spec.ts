// Tests the parts of statements that follow from the names of properties.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { arraysOf, columnNames, selectList, selectListWithout } from './columns.ts';

@Entity('thing')
class Thing {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') ownerId!: string;
  @Column('timestamptz') lastSeenAt!: Date;
}

it('names columns in snake case', () => {
  expect(columnNames(['id', 'ownerId', 'lastSeenAt'])).toBe('id, owner_id, last_seen_at');
  expect(selectList(['id', 'ownerId'])).toBe('id AS "id", owner_id AS "ownerId"');
  expect(selectListWithout(Thing, ['ownerId'])).toBe('id AS "id", last_seen_at AS "lastSeenAt"');
});

it('turns rows into one array per property', () => {
  const rows = [
    { asin: 'a', position: 1 },
    { asin: 'b', position: 2 },
  ];
  expect(arraysOf(rows, 'position', 'asin')).toEqual([
    [1, 2],
    ['a', 'b'],
  ]);
});
