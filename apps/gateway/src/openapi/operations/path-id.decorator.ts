// The parameter decorator of an id in the path, which documents the id too.
import { Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';

/** Reads the id of a record from the path, where it has the name `id` unless another one is given, and documents it. */
export function PathId(
  noun: string,
  example: string | undefined,
  { name = 'id', source = Param(name) }: { name?: string; source?: ParameterDecorator } = {},
): ParameterDecorator {
  const documented = ApiParam({ name, type: String, description: `Id of the ${noun}.`, example });
  return (target, method, index) => {
    source(target, method, index);
    if (method === undefined) return; // a parameter of a constructor has none
    const descriptor = Object.getOwnPropertyDescriptor(target, method);
    if (descriptor) documented(target, method, descriptor);
  };
}
