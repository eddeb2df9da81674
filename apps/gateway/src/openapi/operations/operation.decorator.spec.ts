// Tests what the decorator of operations does for one that clients should leave.
import { Controller, Get, Module, NotFoundException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OperationObject } from '@nestjs/swagger';
import { z } from 'zod';
import { listModels } from '#contracts';
import { Operation } from './operation.decorator.ts';
import type { OperationSpec } from './operation-spec.ts';

const TEXTS = { summary: 'Get what is old', description: 'An operation with a successor.', answer: 'It.' };
const SPEC = { public: true, schema: z.string() } satisfies OperationSpec;
const DEPRECATED = { ...SPEC, deprecated: { since: '2026-01-01', sunset: '2027-07-01' } };

@Controller()
class OldController {
  @Get('old')
  @Operation({ operation: { id: 'GetOld', ...TEXTS } }, DEPRECATED)
  old(): string {
    return 'old';
  }

  @Get('gone')
  @Operation({ operation: { id: 'GetGone', ...TEXTS } }, DEPRECATED)
  gone(): string {
    throw new NotFoundException();
  }

  @Get('new')
  @Operation({ operation: { id: 'GetNew', ...TEXTS } }, SPEC)
  present(): string {
    return 'new';
  }
}

@Module({ controllers: [OldController] })
class OldModule {}

it('a deprecated operation says so in its answers and in the document, and no other does', async () => {
  const app = await NestFactory.create<NestFastifyApplication>(OldModule, new FastifyAdapter(), {
    logger: false,
  });
  await app.init();
  const headersOf = async (url: string) => (await app.inject({ method: 'GET', url })).headers;
  const told = { deprecation: '@1767225600', sunset: 'Thu, 01 Jul 2027 00:00:00 GMT' };
  expect(await headersOf('/old')).toMatchObject(told);
  expect(await headersOf('/gone')).toMatchObject(told);
  expect(await headersOf('/new')).not.toHaveProperty('deprecation');
  const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  const described = (path: string): OperationObject => paths[path]?.get as OperationObject;
  expect(described('/old')).toMatchObject({ deprecated: true });
  expect(JSON.stringify(described('/old').responses['200'])).toMatch(/"Deprecation".*"Sunset"/);
  expect(described('/new')).not.toHaveProperty('deprecated');
  await app.close();
});

it('a method that returns something else than its contract does not compile', () => {
  class ModelsController {
    // @ts-expect-error: the contract has models, not a text.
    @Operation(listModels)
    models(): string {
      return 'old';
    }
  }
  expect(new ModelsController().models()).toBe('old');
});
