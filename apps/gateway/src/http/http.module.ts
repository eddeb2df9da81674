// What every request passes through: admission, the check of its body, the answers to its errors.
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { AdmissionHook } from './admission.hook.ts';
import { ErrorFilter } from './error.filter.ts';
import { HostsHook } from './hosts.hook.ts';
import { InputPipe } from './input.pipe.ts';
import { LargeBodiesHook } from './bodies/large-bodies.hook.ts';
import { ObservationHook } from './observation.hook.ts';
import { RoutesHook } from './routes.hook.ts';

@Module({
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_PIPE, useClass: InputPipe },
    AdmissionHook,
    HostsHook,
    LargeBodiesHook,
    ObservationHook,
    RoutesHook,
  ],
})
export class HttpModule {}
