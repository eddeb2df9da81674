// Shows what a model would be sent for a generation, and about what that would take. No model is called.
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  isBuiltIn,
  type Actor,
  type GenerationTask,
  type Preview,
  type PreviewRequest,
} from '#contracts';
import { applicationOf, ContentError, limitsOf, MAX_CUSTOM_ITEMS, promptOf } from '#content';
import { CONFIG } from '#platform/config';
import { nonce } from '#platform/crypto';
import { invalidArgument } from '#platform/errors';
import type { Config } from '../config.ts';
import { GenerationRequestsService } from '../intake/generation-requests.service.ts';
import { costOf } from '../leases/usage.rules.ts';

/** Bytes of a token: about right for English, low for other scripts. */
const BYTES_PER_TOKEN = 4;

@Injectable()
export class PreviewsService {
  constructor(
    private readonly requests: GenerationRequestsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The messages and the estimate. Errors: NotFound, InvalidArgument, UnknownReference, those of `Bus.request`. */
  async preview(actor: Actor, applicationId: string, body: PreviewRequest): Promise<Preview> {
    const custom = await this.requests.custom(actor.workspaceId, applicationId);
    if (!custom && !isBuiltIn(applicationId)) throw new AppError('NotFound');
    const { productId, documentId, environment } = body;
    const inputs = { ...body.inputs, ...(productId === undefined ? {} : { productId }) };
    const valid = this.requests.validate({ applicationId, documentId, environment, inputs }, custom);
    const { product, document, ...draft } = await this.requests.resolve(actor, valid, null);
    const task: GenerationTask = {
      ...{ applicationId, application: custom, inputs: draft.inputs, environment: draft.environment },
      product: product ?? undefined,
      document: document ?? undefined,
    };
    const messages = messagesOf(task);
    const bytes = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
    return { messages, estimate: this.estimate(task, Math.ceil(bytes / BYTES_PER_TOKEN)) };
  }

  private estimate(task: GenerationTask, inputTokens: number): Preview['estimate'] {
    const application = applicationOf(task);
    const output = application.output(task);
    const items = output === 'text' ? 1 : (output.count ?? MAX_CUSTOM_ITEMS);
    const longest = Math.ceil((limitsOf(application.limits, task).maxText * items) / BYTES_PER_TOKEN);
    const outputTokens = Math.min(longest, application.maxOutputTokens);
    const { model } = task.environment;
    const { costMicros } = costOf(model, { inputTokens, outputTokens, calls: 1 }, this.config.MODEL_PRICES);
    return { inputTokens, outputTokens, costMicros };
  }
}

function messagesOf(task: GenerationTask): Preview['messages'] {
  try {
    const { instructions, turns } = promptOf(task, nonce());
    const first = { role: 'system', content: instructions } as const;
    return [first, ...turns.map(({ content }) => ({ role: 'user', content }) as const)];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw invalidArgument([
      error.code === 'InvalidInstructions'
        ? { path: ['instructions'], message: error.message }
        : { path: ['inputs'], message: 'The inputs are too long for a model.' },
    ]);
  }
}
