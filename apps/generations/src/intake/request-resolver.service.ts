// Turning a request into a generation that can be kept: checked, its sources looked up, everything resolved.
import { Inject, Injectable } from '@nestjs/common';
import { APPLICATIONS, type Actor, type GenerationRequest } from '#contracts';
import { CONFIG } from '#platform/config';
import { currentContext, newId } from '#platform/context';
import type { Config } from '../config.ts';
import { jobIdOf } from '../queue/dispatch.service.ts';
import { oneLine, titleOf } from './generations.rules.ts';
import type { NewGeneration } from './generations.store.ts';
import { DEFAULT_LANGUAGE, languageOfMarketplace } from './languages.rules.ts';
import { RequestValidatorService } from './request-validator.service.ts';
import { ReferencesService } from './references.service.ts';

/** Makes generations out of requests. */
@Injectable()
export class RequestResolverService {
  constructor(
    private readonly requests: RequestValidatorService,
    private readonly sources: ReferencesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Makes a generation; nothing is kept yet. Errors: InvalidArgument, UnknownReference, those of the bus. */
  async make(actor: Actor, body: GenerationRequest): Promise<NewGeneration> {
    const { applicationId, inputs, environment, manual, ...named } = this.requests.check(body);
    const { document, product } = await this.sources.find(actor.workspaceId, named);
    const id = newId();
    const applicationName = APPLICATIONS[applicationId].name;
    const language =
      environment.language ??
      (product?.genre === 'Retailer' ? languageOfMarketplace(product.marketplace) : DEFAULT_LANGUAGE);
    return {
      id,
      accountId: actor.accountId,
      workspaceId: actor.workspaceId,
      requestId: currentContext()?.requestId ?? id,
      jobId: jobIdOf(id, 1),
      applicationId,
      applicationName,
      title: titleOf(applicationName, product?.title ?? document?.title),
      inputs,
      environment: { ...environment, language },
      manual,
      documentId: document?.id,
      document: document && { title: document.title, content: document.content },
      productTitle: product && oneLine(product.title),
      product,
      deadlineSeconds: this.config.GENERATION_DEADLINE_S,
    };
  }
}
