// Lists the enabled models with their prices, as the configuration has them.
import { Inject, Injectable } from '@nestjs/common';
import { modelNames, OFFLINE_MODEL, type ModelList } from '#contracts';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';

@Injectable()
export class ModelsService {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** The enabled models, the offline composer first. */
  list(): ModelList {
    const { MODEL_SERVERS, MODEL_DEFAULT = OFFLINE_MODEL, MODEL_PRICES } = this.config;
    const models = modelNames(MODEL_SERVERS).map((id) => {
      const prices = MODEL_PRICES[id];
      return {
        id,
        provider: id.slice(0, id.indexOf(':')),
        isDefault: id === MODEL_DEFAULT,
        isOffline: id === OFFLINE_MODEL,
        ...(prices ? { prices } : {}),
      };
    });
    return { models };
  }
}
