// Binds a method of an owner to events of the contracts; the compiler compares its parameter with their data.
import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';
import type { EventDefinition } from '#contracts';

/** Metadata key under which EventDelivery finds the handlers. */
export const EVENTS = Symbol('events');

/** An event as its handler receives it. */
export interface ReceivedEvent<D extends EventDefinition = EventDefinition> {
  /** Unique to the event: a repeat has the same one. */
  id: string;
  type: string;
  /** Id of the resource that changed. */
  subject: string;
  /** When it happened. */
  time: Date;
  /** Place in the stream; it grows from event to event. */
  sequence: number;
  data: z.output<D['data']>;
}

/** Parameters are compared in both directions, because TypeScript lets a method's parameter be narrower than its argument. */
type Takes<D extends EventDefinition, H> = H extends (events: infer E extends readonly unknown[]) => unknown
  ? ReceivedEvent<D> extends E[number]
    ? unknown
    : { 'The handler must take the data of its events': never }
  : never;

/**
 * Handles events of some types: the method takes all that have arrived, the oldest first. It resolves once their effect
 * is stored; they are delivered again, one by one, when it throws. An event may come twice, and out of order after a
 * failure or when several relays send, so a handler compares versions or ids. A method of one type receives every event
 * of it that the stream has, whenever it was written. One method of an owner may take several types. It receives the events
 * of a type that it gains only from when the last process of the release before has ended: until then those processes may
 * take them, and pass over them.
 */
export function OnEvents<const D extends readonly EventDefinition[]>(...definitions: D) {
  return <H extends (events: readonly never[]) => Promise<void>>(
    target: object,
    name: string | symbol,
    method: TypedPropertyDescriptor<H> & Takes<D[number], H>,
  ): void => {
    SetMetadata(EVENTS, definitions)(target, name, method);
  };
}
