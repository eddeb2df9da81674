// Exports the contracts: names and schemas of everything that crosses a process boundary. Pure, zod only.
export * from './access.ts';
export * from './applications.ts';
export * from './auth.ts';
export * from './catalogue.ts';
export * from './define.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './generations.ts';
export * from './marketplaces.ts';
export * from './models.ts';
export * from './records.ts';
export * from './values.ts';
export * from './workspaces.ts';
