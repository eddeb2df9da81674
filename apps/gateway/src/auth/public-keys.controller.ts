// Serves the public keys with which anybody can verify our access tokens.
import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listKeys } from '#contracts';
import { Operation } from '../openapi/index.ts';
import { PublicKeysService } from './public-keys.service.ts';

@ApiTags('Accounts')
@Controller('.well-known')
export class PublicKeysController {
  constructor(private readonly keys: PublicKeysService) {}

  @Get('jwks.json')
  @Header('cache-control', 'public, max-age=300')
  @Operation(listKeys, { public: true })
  list() {
    return this.keys.all();
  }
}
