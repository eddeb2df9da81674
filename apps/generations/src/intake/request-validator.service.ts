// What a request for a generation asks for: checked against its application, defaults filled in.
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  APPLICATION_IDS,
  APPLICATIONS,
  MAX_INPUTS_BYTES,
  modelNames,
  OFFLINE_MODEL,
  type ApplicationId,
  type GenerationEnvironment,
  type GenerationRequest,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { invalidArgument } from '#platform/errors';
import type { Config } from '../config.ts';
import { languageTag } from './languages.rules.ts';

/** Levels of arrays and objects in `inputs`, at the most, `inputs` itself being the first. */
const MAX_DEPTH = 32;

type Inputs = NonNullable<GenerationRequest['inputs']>;

/** A checked request; the language is still open when the request names none. */
export interface Wanted {
  applicationId: ApplicationId;
  documentId: string | undefined;
  productId: string | undefined;
  inputs: Inputs;
  environment: GenerationEnvironment & { model: string; temperature: number };
  manual: boolean;
}

/** Checks requests. */
@Injectable()
export class RequestValidatorService {
  private readonly enabled: readonly string[];
  private readonly fallback: string;

  constructor(@Inject(CONFIG) config: Pick<Config, 'MODEL_SERVERS' | 'MODEL_DEFAULT'>) {
    this.enabled = modelNames(config.MODEL_SERVERS);
    this.fallback = config.MODEL_DEFAULT ?? OFFLINE_MODEL;
  }

  /** Checks a request. Errors: UnknownReference (its application), InvalidArgument. */
  check(body: GenerationRequest): Wanted {
    const applicationId = knownApplication(body.applicationId);
    const inputs = checkInputs(applicationId, body.inputs ?? {});
    const { productId } = inputs;
    if (productId !== undefined && typeof productId !== 'string')
      throw invalid('inputs.productId', 'productId must be a string.');
    return {
      applicationId,
      documentId: body.documentId,
      productId,
      inputs,
      environment: this.checkEnvironment(applicationId, body.environment ?? {}),
      manual: body.manual ?? false,
    };
  }

  private checkEnvironment(
    applicationId: ApplicationId,
    asked: GenerationEnvironment,
  ): Wanted['environment'] {
    const model = asked.model ?? this.fallback;
    if (!this.enabled.includes(model))
      throw invalid('environment.model', `This model is not enabled. Use one of ${this.enabled.join(', ')}.`);
    const language = asked.language === undefined ? undefined : languageTag(asked.language);
    if (asked.language !== undefined && language === undefined)
      throw invalid('environment.language', 'Use a BCP 47 tag such as pt-BR, or an English name.');
    const temperature = asked.temperature ?? APPLICATIONS[applicationId].temperature;
    return { ...asked, model, temperature, ...(language === undefined ? {} : { language }) };
  }
}

function knownApplication(id: string): ApplicationId {
  const known = APPLICATION_IDS.find((one) => one === id);
  if (known !== undefined) return known;
  throw new AppError('UnknownReference', {
    target: 'applicationId',
    message: `There is no such application. Use one of ${APPLICATION_IDS.join(', ')}.`,
  });
}

function checkInputs(applicationId: ApplicationId, inputs: Inputs): Inputs {
  if (isDeeperThan(MAX_DEPTH, inputs)) throw invalid('inputs', `Nest at most ${MAX_DEPTH} levels deep.`);
  if (new TextEncoder().encode(JSON.stringify(inputs)).length > MAX_INPUTS_BYTES)
    throw invalid('inputs', `Send at most ${MAX_INPUTS_BYTES} bytes of JSON.`);
  const checked = APPLICATIONS[applicationId].inputs.safeParse(inputs);
  if (checked.success) return checked.data as Inputs;
  throw invalidArgument(checked.error.issues.map((issue) => ({ ...issue, path: ['inputs', ...issue.path] })));
}

/** True when arrays and objects nest deeper; looks no further than that, however deep they go. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part));
}

function invalid(target: string, message: string): AppError {
  return invalidArgument([{ path: target.split('.'), message }]);
}
