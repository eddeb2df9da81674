// How many products each workspace has, and how much room they take; a part of the migration of the catalogue.

// Triggers count, so that nobody has to scan the products of a workspace, and no writer can forget to. The size is that of the
// JSON: pg_column_size of a new row is that before its compression, and of an old row that after it. Each connection has a slot of
// its own, because on one row the writers of a workspace would wait for each other's commit; a task adds up the slots.
const SIZE =
  'content_bytes + coalesce(octet_length(imported::text), 0) + coalesce(octet_length(beneath::text), 0)';
const ROWS = {
  added: `SELECT workspace_id, 1 AS products, ${SIZE} AS bytes FROM written`,
  removed: `SELECT workspace_id, -1, -(${SIZE}) FROM replaced`,
};

const CHANGES = {
  INSERT: { tables: 'NEW TABLE AS written', rows: ROWS.added },
  UPDATE: {
    tables: 'NEW TABLE AS written OLD TABLE AS replaced',
    rows: `${ROWS.added} UNION ALL ${ROWS.removed}`,
  },
  DELETE: { tables: 'OLD TABLE AS replaced', rows: ROWS.removed },
};

const counting = (event: keyof typeof CHANGES): string => {
  const name = `count_products_on_${event.toLowerCase()}`;
  const { tables, rows } = CHANGES[event];
  return `
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO product_total AS known (workspace_id, slot, products, bytes)
      SELECT workspace_id, pg_backend_pid(), sum(products), sum(bytes)
      FROM (${rows}) AS change (workspace_id, products, bytes)
      GROUP BY workspace_id HAVING sum(products) <> 0 OR sum(bytes) <> 0 ORDER BY workspace_id
      ON CONFLICT (workspace_id, slot) DO UPDATE
        SET products = known.products + excluded.products, bytes = known.bytes + excluded.bytes;
      RETURN NULL;
    END $$;
    CREATE TRIGGER ${name} AFTER ${event} ON product
      REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ${name}();
  `;
};

export const COUNTING_FUNCTIONS =
  'count_products_on_insert, count_products_on_update, count_products_on_delete';
export const PRODUCT_TOTALS = `
  CREATE TABLE product_total (
    workspace_id uuid,
    slot int,
    products bigint NOT NULL,
    bytes bigint NOT NULL,
    PRIMARY KEY (workspace_id, slot)
  );
  CREATE INDEX product_total_slot ON product_total (slot) WHERE slot <> 0;
  ${(['INSERT', 'UPDATE', 'DELETE'] as const).map(counting).join('')}
`;
