// Ids for rows that a test writes by itself.

/** SQL of a random UUIDv7 of a moment. */
export const idAt = (moment: string): string =>
  `(lpad(to_hex((extract(epoch FROM ${moment}) * 1000)::bigint), 12, '0')
     || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`;
