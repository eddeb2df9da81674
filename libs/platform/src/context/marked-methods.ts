// Finds the methods of all providers that a decorator has marked with SetMetadata.
import { MetadataScanner, type DiscoveryService } from '@nestjs/core';

/** A method bound to its provider. */
type Method = (...parameters: never[]) => unknown;

/** The methods that carry metadata under a key, and that metadata. */
export function markedMethods<M>(discovery: DiscoveryService, key: symbol): { mark: M; method: Method }[] {
  const scanner = new MetadataScanner();
  return discovery.getProviders().flatMap(({ instance }: { instance: unknown }) => {
    if (typeof instance !== 'object' || instance === null) return [];
    const methods = instance as Record<string, Method>;
    return scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((name) => {
      const method = methods[name]!;
      const mark = Reflect.getMetadata(key, method) as M | undefined;
      return mark === undefined ? [] : [{ mark, method: method.bind(instance) }];
    });
  });
}
