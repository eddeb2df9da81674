// The public keys with which anybody can check our access tokens.
import { Controller, Get, Header } from '@nestjs/common';
import { keySet, type KeySet } from '#contracts';
import { exampleKeys } from '../openapi/examples.rules.ts';
import { PublicKeysService } from './public-keys.service.ts';
import { Operation } from '../openapi/operation.decorator.ts';

@Controller('.well-known')
export class PublicKeysController {
  constructor(private readonly keys: PublicKeysService) {}

  @Get('jwks.json')
  @Header('cache-control', 'public, max-age=300')
  @Operation({
    id: 'ListKeys',
    tag: 'Accounts',
    summary: 'List the signing keys',
    description: 'The public keys of access tokens (RFC 7517). A new key is listed before it signs.',
    route: { public: true },
    answer: { status: 200, schema: keySet, description: 'The keys.', example: exampleKeys },
  })
  list(): Promise<KeySet> {
    return this.keys.all();
  }
}
