// Turns a request for a generation into a generation to be inserted: checks it, fills in defaults, resolves references.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  APPLICATION_IDS,
  APPLICATIONS,
  holderOf,
  isDeeperThan,
  MAX_DEPTH,
  MAX_INPUTS_BYTES,
  type Actor,
  type ApplicationId,
  type Document,
  type GenerationEnvironment,
  type GenerationRequest,
  type Marketplace,
  type Product,
  type SourceProduct,
} from '#contracts';
import { faultOfValue } from '#content';
import { currentContext, newId } from '#platform/context';
import { invalidArgument } from '#platform/errors';
import { ApplicationsService, type CustomRecord } from '../applications/index.ts';
import { BudgetsService } from '../budget/index.ts';
import { categoryOf, learnedFields, LearningService, learns, type Learned } from '../learning/index.ts';
import { jobIdOf } from '../queue/index.ts';
import { oneLine, titleOf } from './generations.rules.ts';
import type { NewGeneration } from './generations.store.ts';
import { checkedSettings, placed, SettingsService, type ModelSettings } from '../settings/index.ts';
import type { ChosenVoice } from '../voices/index.ts';
import { ReferencesService, type References } from './references.service.ts';

/** Longest time for which a member of a batch waits for a worker, in seconds. */
const MEMBER_WAITS_S = 86_400;

/** Temperature of generations by an application of a workspace that names none. */
const CUSTOM_TEMPERATURE = 0.7;

type Inputs = NonNullable<GenerationRequest['inputs']>;

/** A checked request. Where the request names none, language and marketplace are still absent. */
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

/** What a checked request names, what it learns from, and where it comes from. */
interface ResolvedRequest extends Partial<References> {
  /** The workspace's marketplace, where nothing else tells one. */
  home: Marketplace | undefined;
  /** Accepted texts; undefined where its settings leave them out. */
  learned?: readonly Learned[] | undefined;
  retryOf?: string | null;
  batchId?: string;
}

@Injectable()
export class GenerationRequestsService {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly references: ReferencesService,
    private readonly learning: LearningService,
    private readonly budgets: BudgetsService,
    private readonly settings: SettingsService,
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
    return validateRequest(body, this.settings.models, custom);
  }

  /**
   * Makes the generation of a checked request; `retryOf` is the one that it repeats. Errors: UnknownReference, Unavailable,
   * those of `Bus.request`.
   */
  async resolve(actor: Actor, request: ValidRequest, retryOf: string | null): Promise<NewGeneration> {
    const [draft, budgetMicros] = await Promise.all([
      this.resolveFree(actor, request, retryOf),
      this.budgets.limitOf(actor.workspaceId, request.environment.model),
    ]);
    return { ...draft, budgetMicros };
  }

  /** As `resolve`, for what calls no model and costs nothing: no budget is asked for. */
  async resolveFree(actor: Actor, request: ValidRequest, retryOf: string | null): Promise<NewGeneration> {
    const { workspaceId } = actor;
    const found = await this.references.find(workspaceId, request);
    const home = await this.homeOf(workspaceId, request.environment, [found.product]);
    const learned = await this.learned(workspaceId, request, [found.product], home);
    return this.draft(actor, request, { ...found, home, learned: learned?.[0], retryOf });
  }

  /** Accepted texts for a text about each of these products; undefined where the settings leave them out. */
  async learned(
    workspaceId: string,
    { applicationId, environment }: Pick<ValidRequest, 'applicationId' | 'environment'>,
    products: readonly (Product | undefined)[],
    home: Marketplace | undefined,
  ): Promise<Learned[][] | undefined> {
    if (environment.learn === false) return undefined;
    if (!learns(applicationId, environment.model)) return products.map(() => []);
    const subjects = products.map((product) => ({
      productId: product?.id ?? null,
      category: categoryOf(product),
      language: placed(environment, { product, home }).environment.language,
    }));
    return this.learning.textsFor(workspaceId, applicationId, subjects);
  }

  /** The voice that settings name, by default that of the workspace. Errors: UnknownReference. */
  voiceOf(workspaceId: string, named: string | undefined, target?: string): Promise<ChosenVoice | undefined> {
    return this.references.voice(workspaceId, named, target);
  }

  /** The workspace's marketplace; undefined when no text about these products needs it. Errors: Unavailable when nobody tells it. */
  homeOf(...given: Parameters<SettingsService['homeOf']>): Promise<Marketplace | undefined> {
    return this.settings.homeOf(...given);
  }

  /** Makes the generation of a checked request whose references are resolved. */
  draft(
    actor: Pick<Actor, 'workspaceId' | 'accountId' | 'holderId'>,
    { environment, manual, applicationId, applicationName, applicationVersion, inputs }: ValidRequest,
    resolved: ResolvedRequest,
  ): NewGeneration {
    const { document, product, home, retryOf = null, batchId = null } = resolved;
    const { workspaceId, accountId } = actor;
    const id = newId();
    const place = placed(environment, { product, home });
    return {
      applicationId,
      applicationName,
      applicationVersion,
      inputs,
      manual,
      id,
      workspaceId,
      accountId,
      holderId: holderOf(actor),
      requestId: currentContext()?.requestId ?? id,
      lastJobId: jobIdOf(id, 1),
      title: titleOf(applicationName, product?.title ?? document?.title),
      environment: place.environment,
      language: place.environment.language,
      marketplace: place.marketplace ?? null,
      ...usedMaterial(resolved),
      retryOf,
      batchId,
      model: environment.model,
      budgetMicros: null,
      // A member of a batch may wait for hours; its first claim gives it a new deadline, as short as that of others.
      deadlineSeconds: batchId === null ? this.settings.deadlineSeconds : MEMBER_WAITS_S,
    };
  }
}

/** What a generation keeps of what its request names: as it is now, because that may change or go. */
function usedMaterial({ document, original, product, voice, learned }: ResolvedRequest) {
  return {
    documentId: document?.id ?? null,
    documentTitle: document?.title ?? null,
    document: document ? usedDocument(document, product) : null,
    original: original ?? null,
    voiceId: voice?.id ?? null,
    voiceName: voice ? oneLine(voice.name) : null,
    voiceVersion: voice?.version ?? null,
    voice: voice ? { rules: voice.rules, terms: voice.terms, examples: voice.examples } : null,
    ...learnedFields(learned),
    category: categoryOf(product),
    productId: product?.id ?? null,
    productTitle: product ? oneLine(product.title) : null,
    product: product ? withoutHash(product) : null,
    productVersion: product?.version ?? null,
    sourceHash: product?.sourceHash ?? null,
  };
}

/** A document as it is now. Its facts hold for its own product, and without one for that of the request. */
function usedDocument(
  { title, content, kind, productId }: Document,
  product: Product | undefined,
): NonNullable<NewGeneration['document']> {
  const isOfAnother = productId !== undefined && product !== undefined && productId !== product.id;
  return { title, content, kind: isOfAnother ? 'guidance' : kind };
}

function withoutHash({ sourceHash: _sourceHash, ...product }: SourceProduct): Product {
  return product;
}

/** Checks a request against its application and the enabled models. Errors: UnknownReference, InvalidArgument. */
export function validateRequest(
  body: GenerationRequest,
  settings: ModelSettings,
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
    environment: checkedSettings(environment, settings, custom !== undefined),
    manual: body.manual ?? false,
  };
}

/** The id of a built-in application. Errors: UnknownReference. */
export function validateApplication(id: string): ApplicationId {
  const known = APPLICATION_IDS.find((one) => one === id);
  if (known !== undefined) return known;
  throw new AppError('UnknownReference', {
    target: 'applicationId',
    message: `There is no such application. Use one of ${APPLICATION_IDS.join(', ')}, or the id of one of the workspace that is not archived.`,
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

function invalid(target: string, message: string): AppError {
  return invalidArgument([{ path: target.split('.'), message }]);
}
