// Lists the enabled models with their prices, as the configuration has them, and whether they can be reached.
import { Inject, Injectable } from '@nestjs/common';
import {
  defined,
  GENERATION_QUEUE,
  modelNotes,
  OFFLINE_MODEL,
  serverNameOf,
  type Model,
  type ModelList,
  type ModelServer,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { Queues } from '#platform/jobs';
import { logger } from '#platform/observability';
import type { Config } from '../config.ts';

const log = logger('models');

/** Age from which it is no longer known whether a server answers, in milliseconds; workers try it every half minute. */
const UNKNOWN_MS = 90_000;

/** The composer is a part of the worker, so it is always there. */
const COMPOSER = {
  kind: 'composer',
  structuredOutput: true,
  images: false,
  local: true,
  reachable: true,
} as const;

@Injectable()
export class ModelsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly queues: Queues,
  ) {}

  /** The enabled models, the offline composer first. */
  async list(): Promise<ModelList> {
    const composer = { ...this.priced(OFFLINE_MODEL), ...COMPOSER };
    const others = this.config.MODEL_SERVERS.map((server) => this.modelsOf(server));
    this.note();
    return { models: [composer, ...(await Promise.all(others)).flat()] };
  }

  /** Notes that somebody has asked for the models and may ask again: for a while, the workers find out which servers answer. */
  private note(): void {
    this.queues
      .writeNumber(GENERATION_QUEUE, modelNotes.askedAt, Date.now())
      .catch((error: unknown) =>
        log.debug(
          { reason: String(error) },
          'Redis did not take the note that somebody has asked for the models',
        ),
      );
  }

  private async modelsOf(server: ModelServer): Promise<Model[]> {
    const { name, models, simulated, local, structuredOutput } = server;
    const triedAt = await this.numberOf(modelNotes.triedAt(name));
    const isKnown = Date.now() - Math.abs(triedAt) < UNKNOWN_MS;
    return Promise.all(
      models.map(async ({ id, context, images = false, parameters }) => {
        const full = `${name}:${id}`;
        const refuses = isKnown && (await this.numberOf(modelNotes.refusals(full))) > 0;
        return {
          ...this.priced(full),
          kind: simulated ? ('simulated' as const) : ('model' as const),
          ...defined({ context }),
          structuredOutput,
          images,
          local,
          ...defined({ parameters }),
          ...(isKnown && { reachable: triedAt > 0 && !refuses }),
        };
      }),
    );
  }

  private priced(id: string): Omit<Model, 'kind'> {
    const { MODEL_DEFAULT = OFFLINE_MODEL, MODEL_PRICES } = this.config;
    const prices = MODEL_PRICES[id];
    return {
      id,
      provider: serverNameOf(id),
      isDefault: id === MODEL_DEFAULT,
      isOffline: id === OFFLINE_MODEL,
      ...(prices && { prices }),
    };
  }

  /** A note of the workers; 0 when there is none, or when Redis does not tell. */
  private numberOf(name: string): Promise<number> {
    return this.queues.readNumber(GENERATION_QUEUE, name).catch(() => 0);
  }
}
