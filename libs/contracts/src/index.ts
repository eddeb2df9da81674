// Exports the contracts: names and schemas of everything that crosses a process boundary. Pure, zod only.
export * from './accounts.ts';
export * from './applications.ts';
export * from './auth.ts';
export * from './catalogue/catalogue.ts';
export * from './define.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './generations.ts';
export * from './generations/live.ts';
export * from './generations/reviews.ts';
export * from './marketplaces.ts';
export * from './models.ts';
export * from './catalogue/product-lists.ts';
export * from './catalogue/product-writes.ts';
export * from './records.ts';
export * from './sessions.ts';
export * from './values.ts';
