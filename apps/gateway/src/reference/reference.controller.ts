// Serves what clients look up: the enabled models, the marketplaces and the error codes.
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ERROR_TABLES,
  errorTables,
  listModels,
  MARKETPLACE_LIST,
  marketplaceList,
  type Actor,
  type ErrorTables,
  type MarketplaceList,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { CurrentActor } from '../http/index.ts';
import { Operation } from '../openapi/index.ts';

@ApiTags('Reference')
@Controller()
export class ReferenceController {
  constructor(private readonly bus: Bus) {}

  @Get('models')
  @Operation(listModels)
  models(@CurrentActor() actor: Actor) {
    return this.bus.request(listModels, { actor });
  }

  @Get('marketplaces')
  @Operation(
    {
      operation: {
        id: 'ListMarketplaces',
        summary: 'List the marketplaces',
        description: 'All marketplaces, and which of them products can be imported from.',
        answer: 'All marketplaces.',
      },
    },
    { schema: marketplaceList },
  )
  marketplaces(): MarketplaceList {
    return MARKETPLACE_LIST;
  }

  @Get('errors')
  @Operation(
    {
      operation: {
        id: 'ListErrors',
        summary: 'List the error codes',
        description: 'All codes of error responses, of failed generations and of failed items of imports.',
        answer: 'All codes.',
      },
    },
    { public: true, schema: errorTables },
  )
  errors(): ErrorTables {
    return ERROR_TABLES;
  }
}
