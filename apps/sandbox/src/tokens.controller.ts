// The marketplace's token endpoint.
import { Body, Controller, Header, HttpCode, Post } from '@nestjs/common';
import { TokensService, type TokenAnswer } from './tokens.service.ts';

@Controller('auth/o2')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Post('token')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  issue(@Body() form: Record<string, unknown> | null): TokenAnswer {
    return this.tokens.issue(form ?? {});
  }
}
