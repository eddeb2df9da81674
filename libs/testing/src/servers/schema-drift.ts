// Compares the entities of an owner with its migrated database, so that an entity names what is really there.
import { DataSource, type EntityMetadata } from 'typeorm';
import { NAMING } from '#platform/database';

/** A class with @Entity. */
type EntityClass = new () => object;

/** A column as both sides are described: its type in Postgres’ words, and its place in the primary key. */
interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  primary: boolean;
}

/** Tables, partitions apart; TypeORM’s own list of migrations is no table of ours. */
const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    NOT a.attnotnull AS nullable, coalesce(a.attnum = ANY (k.conkey), false) AS primary
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> 'migrations'`;

/**
 * The differences between a database and the entities that describe it, one sentence each, sorted; none when they
 * agree. A table without an entity is a difference too.
 */
export async function schemaDrift(url: string, entities: EntityClass[]): Promise<string[]> {
  const options = { type: 'postgres' as const, url, entities, namingStrategy: NAMING };
  const source = await new DataSource(options).initialize();
  try {
    const actual = byName(await source.query<Column[]>(COLUMNS));
    const declared = byName(source.entityMetadatas.flatMap((entity) => columnsOf(source, entity)));
    const tables = new Set(source.entityMetadatas.map((entity) => entity.tableName));
    return [...new Set([...actual.keys(), ...declared.keys()])]
      .flatMap((key) => difference(key, actual.get(key), declared.get(key), tables))
      .toSorted();
  } finally {
    await source.destroy();
  }
}

function columnsOf({ driver }: DataSource, { columns, tableName }: EntityMetadata): Column[] {
  return columns.map((column) => {
    const length = column.length ? `(${column.length})` : '';
    return {
      table: tableName,
      name: column.databaseName,
      type: `${driver.normalizeType(column)}${length}${column.isArray ? '[]' : ''}`,
      nullable: column.isNullable,
      primary: column.isPrimary,
    };
  });
}

function byName(columns: Column[]): Map<string, Column> {
  return new Map(columns.map((column) => [`${column.table}.${column.name}`, column]));
}

function difference(
  key: string,
  actual: Column | undefined,
  declared: Column | undefined,
  tables: ReadonlySet<string>,
): string[] {
  if (!declared) return [`${key} has no ${tables.has(actual?.table ?? '') ? 'property' : 'entity'}`];
  if (!actual) return [`${key} is not in the database`];
  const word = (is: boolean, what: string): string => (is ? what : `not ${what}`);
  return [
    actual.type !== declared.type && `${key} is ${actual.type}, its property ${declared.type}`,
    actual.nullable !== declared.nullable &&
      `${key} is ${word(actual.nullable, 'nullable')}, its property ${word(declared.nullable, 'nullable')}`,
    actual.primary !== declared.primary &&
      `${key} is ${word(actual.primary, 'in the primary key')}, its property ${word(declared.primary, 'in it')}`,
  ].filter((sentence) => sentence !== false);
}
