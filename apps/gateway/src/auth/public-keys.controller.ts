// Serves the public keys with which anybody can verify our access tokens.
import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listKeys } from '#contracts';
import { exampleKeys, Operation } from '../openapi/index.ts';
import { PublicKeysService } from './public-keys.service.ts';

@ApiTags('Accounts')
@Controller('.well-known')
export class PublicKeysController {
  constructor(private readonly keys: PublicKeysService) {}

  @Get('jwks.json')
  @Header('cache-control', 'public, max-age=300')
  @Operation(listKeys, {
    id: 'ListKeys',
    summary: 'List the signing keys',
    description:
      'The public keys with which access tokens are verified (RFC 7517). A new key is listed before tokens are signed with it.',
    route: { public: true },
    answer: { description: 'The keys.', example: exampleKeys },
  })
  list() {
    return this.keys.all();
  }
}
