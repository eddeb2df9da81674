// Serves the marketplace's token endpoint.
import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common';
import { LwaTokensService, type TokenResponse } from './lwa-tokens.service.ts';

@Controller('auth/o2')
export class LwaTokensController {
  constructor(private readonly tokens: LwaTokensService) {}

  @Post('token')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  issue(@Body() form: Record<string, unknown> | null): TokenResponse {
    return this.tokens.issue(form ?? {});
  }
}
