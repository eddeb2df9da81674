// The names of the inputs of built-in applications in the language of the page; the API has them in English.
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import type { Field } from '../fields.rules.ts';
import type { Wording } from '../schema-fields.tsx';

export function useInputWording(application: Application | undefined): (field: Field) => Wording | undefined {
  const { t } = useTranslation('form');
  return ({ name, label, description }) => {
    if (!application?.builtIn) return undefined;
    return {
      label: t(`inputs.${name}.label` as 'inputs.keywords.label', { defaultValue: label }),
      description: t(`inputs.${name}.help` as 'inputs.keywords.help', { defaultValue: description ?? '' }),
    };
  };
}
