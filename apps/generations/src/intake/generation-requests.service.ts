// Turns a request for a generation into a generation to be inserted: checks it, fills in defaults, resolves references.
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  APPLICATION_IDS,
  APPLICATIONS,
  isDeeperThan,
  MAX_INPUTS_BYTES,
  modelNames,
  OFFLINE_MODEL,
  type Actor,
  type ApplicationId,
  type GenerationEnvironment,
  type GenerationRequest,
  type Product,
} from '#contracts';
import { faultOfValue } from '#content';
import { CONFIG } from '#platform/config';
import { currentContext, newId } from '#platform/context';
import { invalidArgument } from '#platform/errors';
import type { CustomRecord } from '../applications/applications.rules.ts';
import { ApplicationsService } from '../applications/applications.service.ts';
import { BudgetsService } from '../budget/budgets.service.ts';
import type { Config } from '../config.ts';
import { DocumentsService } from '../documents/documents.service.ts';
import { jobIdOf } from '../queue/dispatch.service.ts';
import { oneLine, titleOf } from './generations.rules.ts';
import type { NewGeneration } from './generations.store.ts';
import { languageFor, languageTag } from './languages.rules.ts';
import { ProductsClient } from './products.client.ts';

/** Maximum depth of arrays and objects in `inputs`, counting `inputs` itself. */
const MAX_DEPTH = 32;

/** Temperature of applications of workspaces that have none. */
const CUSTOM_TEMPERATURE = 0.7;

type Inputs = NonNullable<GenerationRequest['inputs']>;

/** A checked request. Without a language in the request, `environment.language` is still absent. */
export interface ValidRequest {
  applicationId: string;
  applicationName: string;
  applicationVersion: number;
  documentId: string | undefined;
  productId: string | undefined;
  inputs: Inputs;
  environment: GenerationEnvironment & { model: string; temperature: number };
  manual: boolean;
}

/** What a checked request names, and where it comes from. */
interface ResolvedRequest {
  document?: Awaited<ReturnType<DocumentsService['find']>>;
  product?: Product | undefined;
  budgetMicros?: number | null;
  retryOf?: string | null;
  batchId?: string;
}

type RequestSettings = Pick<Config, 'MODEL_SERVERS' | 'MODEL_DEFAULT'>;

@Injectable()
export class GenerationRequestsService {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly documents: DocumentsService,
    private readonly products: ProductsClient,
    private readonly budgets: BudgetsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** An application of the workspace, at a version, by default the latest; undefined for any other. */
  custom(workspaceId: string, id: string, version?: number): Promise<CustomRecord | undefined> {
    return this.applications.custom(workspaceId, id, version);
  }

  /**
   * Checks a request without I/O; `custom` is its application, unless that is built in. Errors: UnknownReference (of its
   * application), InvalidArgument.
   */
  validate(body: GenerationRequest, custom?: CustomRecord): ValidRequest {
    return validateRequest(body, this.config, custom);
  }

  /** Checks the settings that an application of a workspace has. Errors: InvalidArgument. */
  checkSettings(environment: GenerationEnvironment): void {
    validateLanguage(environment.language);
    if (environment.model !== undefined) validateModel(environment.model, this.config, true);
  }

  /** A product of the workspace. Errors: UnknownReference with this target, those of `Bus.request`. */
  async product(workspaceId: string, id: string, target: string): Promise<Product> {
    return resolve(target, await this.findProduct(workspaceId, id));
  }

  /** A product of the workspace; undefined when there is none. Errors: those of `Bus.request`. */
  findProduct(workspaceId: string, id: string): Promise<Product | undefined> {
    return this.products.find(workspaceId, id);
  }

  /**
   * Makes the generation of a checked request; `retryOf` is the one that it repeats. Errors: UnknownReference, those of
   * `Bus.request`.
   */
  async resolve(actor: Actor, request: ValidRequest, retryOf: string | null): Promise<NewGeneration> {
    const { workspaceId } = actor;
    const { documentId, productId, environment } = request;
    const [document, product, budgetMicros] = await Promise.all([
      resolveReference('documentId', documentId, (id) => this.documents.find(workspaceId, id)),
      resolveReference('inputs.productId', productId, (id) => this.products.find(workspaceId, id)),
      this.budgets.limitOf(workspaceId, environment.model),
    ]);
    return this.draft(actor, request, { document, product, budgetMicros, retryOf });
  }

  /** Makes the generation of a checked request whose references are resolved. */
  draft(
    { workspaceId, accountId }: Pick<Actor, 'workspaceId' | 'accountId'>,
    { environment, manual, applicationId, applicationName, applicationVersion, inputs }: ValidRequest,
    resolved: ResolvedRequest,
  ): NewGeneration {
    const { document, product, budgetMicros = null, retryOf = null, batchId = null } = resolved;
    const id = newId();
    const language = environment.language ?? languageFor(product);
    return {
      ...{ applicationId, applicationName, applicationVersion, inputs, manual },
      id,
      workspaceId,
      accountId,
      requestId: currentContext()?.requestId ?? id,
      lastJobId: jobIdOf(id, 1),
      title: titleOf(applicationName, product?.title ?? document?.title),
      environment: { ...environment, language },
      documentId: document?.id ?? null,
      documentTitle: document?.title ?? null,
      document: document ? { title: document.title, content: document.content } : null,
      productId: product?.id ?? null,
      productTitle: product ? oneLine(product.title) : null,
      product: product ?? null,
      productVersion: product?.version ?? null,
      retryOf,
      batchId,
      model: environment.model,
      budgetMicros,
      deadlineSeconds: this.config.GENERATION_DEADLINE_S,
    };
  }
}

/** Checks a request against its application and the enabled models. Errors: UnknownReference, InvalidArgument. */
export function validateRequest(
  body: GenerationRequest,
  settings: RequestSettings,
  custom?: CustomRecord,
): ValidRequest {
  const applicationId = custom?.id ?? validateApplication(body.applicationId);
  const { names, temperature } = custom
    ? { names: { en: custom.name }, temperature: CUSTOM_TEMPERATURE }
    : APPLICATIONS[applicationId as ApplicationId];
  const inputs = validateInputs(applicationId, body.inputs ?? {}, custom);
  const { productId } = inputs;
  if (productId !== undefined && typeof productId !== 'string')
    throw invalid('inputs.productId', 'productId must be a string.');
  const environment = { temperature, ...custom?.environment, ...body.environment };
  return {
    applicationId,
    applicationName: names.en,
    applicationVersion: custom?.version ?? 1,
    documentId: body.documentId,
    productId,
    inputs,
    environment: validateEnvironment(environment, settings, custom !== undefined),
    manual: body.manual ?? false,
  };
}

/** The id of an application. Errors: UnknownReference. */
export function validateApplication(id: string): ApplicationId {
  const known = APPLICATION_IDS.find((one) => one === id);
  if (known !== undefined) return known;
  throw new AppError('UnknownReference', {
    target: 'applicationId',
    message: `There is no such application. Use one of ${APPLICATION_IDS.join(', ')}.`,
  });
}

function validateInputs(applicationId: string, inputs: Inputs, custom: CustomRecord | undefined): Inputs {
  if (isDeeperThan(inputs, MAX_DEPTH)) throw invalid('inputs', `Nest at most ${MAX_DEPTH} levels deep.`);
  if (new TextEncoder().encode(JSON.stringify(inputs)).length > MAX_INPUTS_BYTES)
    throw invalid('inputs', `Send at most ${MAX_INPUTS_BYTES} bytes of JSON.`);
  if (custom) {
    const { productId: _linked, ...own } = inputs;
    const fault = faultOfValue(custom.inputSchema, own);
    if (fault) throw invalidArgument([{ path: ['inputs', ...fault.path], message: fault.message }]);
    return inputs;
  }
  const checked = APPLICATIONS[applicationId as ApplicationId].inputs.safeParse(inputs);
  if (checked.success) return checked.data as Inputs;
  throw invalidArgument(checked.error.issues.map((issue) => ({ ...issue, path: ['inputs', ...issue.path] })));
}

function validateEnvironment(
  environment: GenerationEnvironment & { temperature: number },
  settings: RequestSettings,
  isCustom: boolean,
): ValidRequest['environment'] {
  const model = validateModel(environment.model, settings, isCustom);
  const language = validateLanguage(environment.language);
  return { ...environment, model, ...(language === undefined ? {} : { language }) };
}

/** The model that is named, or the default. Errors: InvalidArgument unless it is enabled and can write this. */
function validateModel(
  named: string | undefined,
  { MODEL_SERVERS, MODEL_DEFAULT = OFFLINE_MODEL }: RequestSettings,
  isCustom: boolean,
): string {
  const model = named ?? MODEL_DEFAULT;
  const enabled = modelNames(MODEL_SERVERS);
  if (!enabled.includes(model))
    throw invalid('environment.model', `This model is not enabled. Use one of ${enabled.join(', ')}.`);
  if (!isCustom || model !== OFFLINE_MODEL) return model;
  const others = enabled.filter((one) => one !== OFFLINE_MODEL);
  const message = `The offline composer follows no instructions. Name another model${others.length > 0 ? `: ${others.join(', ')}` : ''}.`;
  throw invalid('environment.model', message);
}

/** The tag of the language that is named. Errors: InvalidArgument. */
function validateLanguage(named: string | undefined): string | undefined {
  const language = named === undefined ? undefined : languageTag(named);
  if (named !== undefined && language === undefined)
    throw invalid('environment.language', 'Use a BCP 47 tag such as pt-BR, or an English name.');
  return language;
}

function invalid(target: string, message: string): AppError {
  return invalidArgument([{ path: target.split('.'), message }]);
}

/** Finds what the request names; undefined when it names nothing. Errors: UnknownReference when nothing is found. */
async function resolveReference<T>(
  target: string,
  id: string | undefined,
  find: (id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  return id === undefined ? undefined : resolve(target, await find(id));
}

function resolve<T>(target: string, found: T | undefined): T {
  if (found === undefined) throw new AppError('UnknownReference', { target });
  return found;
}
