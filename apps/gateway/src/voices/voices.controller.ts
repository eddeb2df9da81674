// Serves voices: how the texts of a workspace sound.
import { Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createVoice,
  deleteVoice,
  getVoice,
  listVoices,
  replaceVoice,
  voiceListQuery,
  type Actor,
  type BodyOf,
  type VoiceListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { IfMatch, type TaggedAnswer, VersionTag } from '../conditional/index.ts';
import { Created, type CreatedAnswer, CurrentActor, IdempotencyKey, RequestBody } from '../http/index.ts';
import { ListOperation, Operation, PathId } from '../openapi/index.ts';

/** Room for 16 KB of a voice in which JSON escapes many characters. */
const BODY_LIMIT = 64 * 1024;

const VoiceId = PathId('voice');

@ApiTags('Voices')
@Controller('voices')
export class VoicesController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listVoices)
  list(@CurrentActor() actor: Actor, @Query({ schema: voiceListQuery }) query: VoiceListQuery) {
    return this.bus.requestJson(listVoices, { actor, ...query });
  }

  @Post()
  @Operation(createVoice, {
    status: 201,
    bodyLimit: BODY_LIMIT,
    creates: 'voices/',
    conditional: ['ETag'],
  })
  async create(
    @CurrentActor() actor: Actor,
    @RequestBody(createVoice) body: BodyOf<typeof createVoice>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
    @VersionTag() tagged: TaggedAnswer,
  ) {
    return tagged(created('voice', await this.bus.request(createVoice, { actor, body, ...key })));
  }

  @Get(':id')
  @Operation(getVoice, { conditional: ['ETag', 'If-None-Match'] })
  async get(@CurrentActor() actor: Actor, @VoiceId id: string, @VersionTag() tagged: TaggedAnswer) {
    return tagged(await this.bus.request(getVoice, { actor, id }));
  }

  @Put(':id')
  @Operation(replaceVoice, { bodyLimit: BODY_LIMIT, conditional: ['ETag', 'If-Match'] })
  async replace(
    @CurrentActor() actor: Actor,
    @VoiceId id: string,
    @RequestBody(replaceVoice) body: BodyOf<typeof replaceVoice>,
    @IfMatch() condition: { ifVersion?: number },
    @VersionTag() tagged: TaggedAnswer,
  ) {
    return tagged(await this.bus.request(replaceVoice, { actor, id, body, ...condition }));
  }

  @Delete(':id')
  @Operation(deleteVoice, { conditional: ['If-Match'] })
  async delete(
    @CurrentActor() actor: Actor,
    @VoiceId id: string,
    @IfMatch() condition: { ifVersion?: number },
  ) {
    await this.bus.request(deleteVoice, { actor, id, ...condition });
  }
}
