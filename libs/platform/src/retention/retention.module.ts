// Gives an owner the interval task that removes what it need not keep any longer.
import { Module, type DynamicModule } from '@nestjs/common';
import {
  KEPT_TABLES,
  RESTORABLE_TABLES,
  Retention,
  type KeptTable,
  type RestorableTable,
} from './retention.ts';

@Module({})
export class RetentionModule {
  /**
   * `tables` are those of the owner that have monthly partitions, in the order in which their rows go; `restorable` are
   * those whose rows people delete.
   */
  static forRoot(tables: readonly KeptTable[], restorable: readonly RestorableTable[] = []): DynamicModule {
    const providers = [
      { provide: KEPT_TABLES, useValue: tables },
      { provide: RESTORABLE_TABLES, useValue: restorable },
      Retention,
    ];
    return { module: RetentionModule, providers };
  }
}
