// The parameter decorator of an id in the path, which documents the id too.
import { Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { asStored } from '#contracts';
import { RECORD_IDS } from '../examples/answers.ts';

const AS_STORED = { transform: (id: string) => asStored(id) };

/** Reads the id of a record from the path, where it has the name `id` unless another one is given, and documents it. */
export function PathId(
  noun: keyof typeof RECORD_IDS,
  { name = 'id' }: { name?: string } = {},
): ParameterDecorator {
  const source = Param(name, AS_STORED);
  const documented = ApiParam({
    name,
    type: String,
    description: `Id of the ${noun}.`,
    example: RECORD_IDS[noun],
  });
  return (target, method, index) => {
    source(target, method, index);
    if (method === undefined) return; // a parameter of a constructor has none
    const descriptor = Object.getOwnPropertyDescriptor(target, method);
    if (descriptor) documented(target, method, descriptor);
  };
}
