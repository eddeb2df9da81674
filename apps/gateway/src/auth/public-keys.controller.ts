// Serves the public keys with which anybody can verify our access tokens.
import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { keySet, listKeys, type KeySet } from '#contracts';
import { exampleKeys, Operation } from '../openapi/index.ts';
import { PublicKeysService } from './public-keys.service.ts';

@ApiTags('Accounts')
@Controller('.well-known')
export class PublicKeysController {
  constructor(private readonly keys: PublicKeysService) {}

  @Get('jwks.json')
  @Header('cache-control', 'public, max-age=300')
  @Operation({
    id: 'ListKeys',
    summary: 'List the signing keys',
    description: 'The public keys of access tokens (RFC 7517). A new key is listed before it signs.',
    forwardsTo: listKeys,
    route: { public: true },
    answer: { status: 200, schema: keySet, description: 'The keys.', example: exampleKeys },
  })
  list(): Promise<KeySet> {
    return this.keys.all();
  }
}
