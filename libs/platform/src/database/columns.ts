// Names columns after the properties of entities, and writes the parts of statements that follow from those names.
import type { Type } from '@nestjs/common';
import { DefaultNamingStrategy, getMetadataArgsStorage } from 'typeorm';

/** The name of a property in snake case: `accountId` is stored in `account_id`. */
function snakeCase(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Lets an entity leave out the name of a column that is its property's in snake case. */
class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined): string {
    return custom ?? snakeCase(property);
  }

  override joinColumnName(relation: string, referenced: string): string {
    return `${snakeCase(relation)}_${referenced}`;
  }
}

/** The naming strategy of every data source. */
export const NAMING = new SnakeCaseNaming();

/**
 * Options of a column that Postgres alone writes, and that repositories do not read. Each column is given a copy: TypeORM writes
 * the type of the column into its options.
 */
export const DERIVED = Object.freeze({ select: false, insert: false, update: false });

/** The columns of properties, for INSERT: `account_id, title`. */
export function columnNames(properties: readonly string[]): string {
  return properties.map(snakeCase).join(', ');
}

/** Columns under the names of their properties, for SELECT and RETURNING: `account_id AS "accountId"`. */
export function selectList(properties: readonly string[]): string {
  return properties.map((property) => `${snakeCase(property)} AS "${property}"`).join(', ');
}

/** As `selectList`, with all properties of an entity but those that are `omitted`. */
export function selectListWithout<E>(entity: Type<E>, omitted: readonly (keyof E)[]): string {
  const columns = getMetadataArgsStorage().filterColumns(entity);
  const names = columns.map(({ propertyName }) => propertyName);
  return selectList(names.filter((name) => !omitted.includes(name as keyof E)));
}

/** The parameters of `unnest`: for each property an array with its value in every row. */
export function arraysOf<R>(rows: readonly R[], ...properties: readonly (keyof R)[]): unknown[][] {
  return properties.map((property) => rows.map((row) => row[property]));
}
