// Gives an owner the interval task that removes what it need not keep any longer.
import { Module, type DynamicModule } from '@nestjs/common';
import { KEPT_TABLES, Retention, type KeptTable } from './retention.ts';

@Module({})
export class RetentionModule {
  /** `tables` are those of the owner that have monthly partitions, in the order in which their rows go. */
  static forRoot(tables: readonly KeptTable[]): DynamicModule {
    return { module: RetentionModule, providers: [{ provide: KEPT_TABLES, useValue: tables }, Retention] };
  }
}
