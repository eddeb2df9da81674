// What texts may have at most where a generation is for.
import { useQuery } from '@tanstack/react-query';
import type { Application, Generation } from '#client';
import { present } from '../api/present.rules.ts';
import { limitPoliciesOf, textLimitsOf, type TextLimit } from '../text-display/limits.rules.ts';
import { limitPoliciesQuery } from './generations.queries.ts';

/** The limits of each text of an application; none until they are known. */
export function useTextLimits({
  marketplace,
  environment: { language },
  inputs,
  applicationId: asked,
}: Generation): (application: Application | undefined) => TextLimit[] {
  const { data: policies } = useQuery(limitPoliciesQuery(present({ marketplace, language })));
  return (application) => {
    if (!policies || !application) return [];
    // Those of a workspace's application are in no table.
    const own = application.builtIn ? [] : limitPoliciesOf(application);
    return textLimitsOf([...policies, ...own], application.id, { isMedia: inputs['media'] === true, asked });
  };
}
