// Checks the settings of generations and applications: the model, the language, and where the text is for.
import { Inject, Injectable } from '@nestjs/common';
import {
  modelNames,
  OFFLINE_MODEL,
  type AppError,
  type GenerationEnvironment,
  type Marketplace,
  type Product,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { invalidArgument } from '#platform/errors';
import type { Config } from '../config.ts';
import { WorkspaceSettingsClient } from '../workspaces/index.ts';
import { checkedLanguage } from './languages.rules.ts';
import { needsHome } from './places.rules.ts';

/** The models that are enabled, and the default one. */
export type ModelSettings = Pick<Config, 'MODEL_SERVERS' | 'MODEL_DEFAULT'>;

@Injectable()
export class SettingsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly workspaces: WorkspaceSettingsClient,
  ) {}

  /** The models that are enabled, and the default one. */
  get models(): ModelSettings {
    return this.config;
  }

  /** Seconds from the acceptance of a generation to its deadline. */
  get deadlineSeconds(): number {
    return this.config.GENERATION_DEADLINE_S;
  }

  /** The workspace's marketplace; undefined when none of these texts needs it. Errors: Unavailable when nobody tells it. */
  async homeOf(
    workspaceId: string,
    environment: GenerationEnvironment,
    products: readonly (Product | undefined)[],
  ): Promise<Marketplace | undefined> {
    const isNeeded = products.some((product) => needsHome(environment, product));
    return isNeeded ? this.workspaces.marketplace(workspaceId) : undefined;
  }

  /** Checks the settings that an application of a workspace gives to its generations. Errors: InvalidArgument. */
  check(environment: GenerationEnvironment): void {
    checkedLanguage(environment.language, 'environment.language');
    if (environment.model !== undefined) enabledModel(environment.model, this.config, true);
  }
}

/**
 * Settings with the model that is named, or the default, and with the tag of the language. `isCustom` says that an application
 * of a workspace writes. Errors: InvalidArgument.
 */
export function checkedSettings<E extends GenerationEnvironment>(
  environment: E,
  settings: ModelSettings,
  isCustom: boolean,
): E & { model: string } {
  const model = enabledModel(environment.model, settings, isCustom);
  const language = checkedLanguage(environment.language, 'environment.language');
  return { ...environment, model, ...(language === undefined ? {} : { language }) };
}

/** The model that is named, or the default. Errors: InvalidArgument unless it is enabled and can write this. */
function enabledModel(
  named: string | undefined,
  { MODEL_SERVERS, MODEL_DEFAULT = OFFLINE_MODEL }: ModelSettings,
  isCustom: boolean,
): string {
  const model = named ?? MODEL_DEFAULT;
  const enabled = modelNames(MODEL_SERVERS);
  if (!enabled.includes(model))
    throw invalid('model', `This model is not enabled. Use one of ${enabled.join(', ')}.`);
  if (!isCustom || model !== OFFLINE_MODEL) return model;
  const others = enabled.filter((one) => one !== OFFLINE_MODEL);
  const instead = others.length > 0 ? `: ${others.join(', ')}` : '';
  throw invalid('model', `The offline composer follows no instructions. Name another model${instead}.`);
}

function invalid(setting: 'model' | 'language', message: string): AppError {
  return invalidArgument([{ path: ['environment', setting], message }]);
}
