// What other rooms use of conditional.
export { ContentTag, IfMatch, type TaggedAnswer, VersionTag } from './entity-tags.decorator.ts';
export { IF_MATCH, tagOf } from './entity-tags.rules.ts';
