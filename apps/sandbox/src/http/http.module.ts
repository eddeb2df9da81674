// Answers errors in the words of the server that the sandbox plays.
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ErrorResponseFilter } from './error-response.filter.ts';

@Module({ providers: [{ provide: APP_FILTER, useClass: ErrorResponseFilter }] })
export class HttpModule {}
