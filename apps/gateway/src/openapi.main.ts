// Prints the API document of a gateway with the default configuration, without connecting to anything or serving anything.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory, RouterModule } from '@nestjs/core';
import { InitializeOnPreviewAllowlist } from '@nestjs/core/inspector/initialize-on-preview.allowlist.js';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ProcessModule } from '#platform/boot';
import { configSchema } from './config.ts';
import { GatewayModule } from './gateway.module.ts';
import { openApi } from './openapi/document.ts';

const config = configSchema.parse({});

@Module({ imports: [ProcessModule, GatewayModule.forRoot(config)] })
class PreviewModule {}

// A preview makes no instances, except of the module named here, which gives each controller its path.
InitializeOnPreviewAllowlist.add(RouterModule);
const app = await NestFactory.create<NestFastifyApplication>(PreviewModule, new FastifyAdapter(), {
  preview: true,
  logger: false,
  abortOnError: false,
});
process.stdout.write(`${JSON.stringify(openApi(app, config), null, 2)}\n`);
