// Identifiers of any text: some characters and lengths fit into json only, not into text or an index.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OddIdentifiers1795254000000 implements MigrationInterface {
  readonly name = 'OddIdentifiers1795254000000';

  async up(runner: QueryRunner): Promise<void> {
    // asin is then a mark that no ASIN can be, see ImportsStore. The release before, which writes none, runs on.
    await runner.query('ALTER TABLE import_item ADD COLUMN submitted json');
    await runner.query('ALTER TABLE idempotency ALTER COLUMN answer TYPE json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE import_item DROP COLUMN submitted');
    await runner.query('ALTER TABLE idempotency ALTER COLUMN answer TYPE jsonb');
  }
}
