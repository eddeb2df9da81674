// Compares the entities of an owner with its migrated database, so that an entity names what is really there.
import { DataSource } from 'typeorm';
import { NAMING } from '#platform/migrations';

/** A class with @Entity. */
type EntityClass = new () => object;

/**
 * Name and type of every column, as on the side of the entities. Partitions are no tables of their own, and the
 * lists of migrations are none of an owner.
 */
const COLUMNS = `
  SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) || CASE
    WHEN a.attnum = ANY (k.conkey) THEN ' PRIMARY KEY' WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END AS type
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname NOT IN ('migrations', 'migration_checksum')`;

/**
 * The differences between a database and the entities that describe it, one sentence each, sorted; none when they
 * agree. A table without an entity is a difference too.
 */
export async function schemaDrift(url: string, entities: EntityClass[]): Promise<string[]> {
  const options = { type: 'postgres' as const, url, entities, namingStrategy: NAMING };
  const source = await new DataSource(options).initialize();
  try {
    const columns = await source.query<{ name: string; type: string }[]>(COLUMNS);
    const actual = new Map(columns.map(({ name, type }) => [name, type]));
    const declared = declaredColumns(source);
    const tables = source.entityMetadatas.map((entity) => entity.tableName);
    const difference = (name: string): string | undefined => {
      const type = actual.get(name);
      const property = declared.get(name);
      if (type === property) return undefined;
      if (!type) return `${name} is not in the database`;
      if (property) return `${name} is ${type}, its property ${property}`;
      return `${name} has no ${tables.some((table) => name.startsWith(`${table}.`)) ? 'property' : 'entity'}`;
    };
    const names = new Set([...actual.keys(), ...declared.keys()]);
    return [...names].flatMap((name) => difference(name) ?? []).toSorted();
  } finally {
    await source.destroy();
  }
}

function declaredColumns({ driver, entityMetadatas }: DataSource): Map<string, string> {
  const columns = entityMetadatas.flatMap((entity) => entity.columns);
  return new Map(
    columns.map((column) => {
      const length = column.length ? `(${column.length})` : '';
      const constraint = column.isPrimary ? ' PRIMARY KEY' : column.isNullable ? '' : ' NOT NULL';
      const type = `${driver.normalizeType(column)}${length}${column.isArray ? '[]' : ''}${constraint}`;
      return [`${column.entityMetadata.tableName}.${column.databaseName}`, type];
    }),
  );
}
