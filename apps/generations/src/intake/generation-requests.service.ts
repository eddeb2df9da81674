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
import { CONFIG } from '#platform/config';
import { currentContext, newId } from '#platform/context';
import { invalidArgument } from '#platform/errors';
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

type Inputs = NonNullable<GenerationRequest['inputs']>;

/** A checked request. Without a language in the request, `environment.language` is still absent. */
export interface ValidRequest {
  applicationId: ApplicationId;
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
    private readonly documents: DocumentsService,
    private readonly products: ProductsClient,
    private readonly budgets: BudgetsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Checks a request without I/O. Errors: UnknownReference (of its application), InvalidArgument. */
  validate(body: GenerationRequest): ValidRequest {
    return validateRequest(body, this.config);
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
    { environment, manual, applicationId, inputs }: ValidRequest,
    resolved: ResolvedRequest,
  ): NewGeneration {
    const { document, product, budgetMicros = null, retryOf = null, batchId = null } = resolved;
    const id = newId();
    const applicationName = APPLICATIONS[applicationId].name;
    const language = environment.language ?? languageFor(product);
    return {
      ...{ applicationId, inputs, manual },
      id,
      workspaceId,
      accountId,
      requestId: currentContext()?.requestId ?? id,
      lastJobId: jobIdOf(id, 1),
      applicationName,
      applicationVersion: 1,
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
export function validateRequest(body: GenerationRequest, settings: RequestSettings): ValidRequest {
  const applicationId = validateApplication(body.applicationId);
  const inputs = validateInputs(applicationId, body.inputs ?? {});
  const { productId } = inputs;
  if (productId !== undefined && typeof productId !== 'string')
    throw invalid('inputs.productId', 'productId must be a string.');
  return {
    applicationId,
    documentId: body.documentId,
    productId,
    inputs,
    environment: validateEnvironment(applicationId, body.environment ?? {}, settings),
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

function validateInputs(applicationId: ApplicationId, inputs: Inputs): Inputs {
  if (isDeeperThan(inputs, MAX_DEPTH)) throw invalid('inputs', `Nest at most ${MAX_DEPTH} levels deep.`);
  if (new TextEncoder().encode(JSON.stringify(inputs)).length > MAX_INPUTS_BYTES)
    throw invalid('inputs', `Send at most ${MAX_INPUTS_BYTES} bytes of JSON.`);
  const checked = APPLICATIONS[applicationId].inputs.safeParse(inputs);
  if (checked.success) return checked.data as Inputs;
  throw invalidArgument(checked.error.issues.map((issue) => ({ ...issue, path: ['inputs', ...issue.path] })));
}

function validateEnvironment(
  applicationId: ApplicationId,
  environment: GenerationEnvironment,
  { MODEL_SERVERS, MODEL_DEFAULT = OFFLINE_MODEL }: RequestSettings,
): ValidRequest['environment'] {
  const model = environment.model ?? MODEL_DEFAULT;
  const enabled = modelNames(MODEL_SERVERS);
  if (!enabled.includes(model))
    throw invalid('environment.model', `This model is not enabled. Use one of ${enabled.join(', ')}.`);
  const language = environment.language === undefined ? undefined : languageTag(environment.language);
  if (environment.language !== undefined && language === undefined)
    throw invalid('environment.language', 'Use a BCP 47 tag such as pt-BR, or an English name.');
  const temperature = environment.temperature ?? APPLICATIONS[applicationId].temperature;
  return { ...environment, model, temperature, ...(language === undefined ? {} : { language }) };
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
