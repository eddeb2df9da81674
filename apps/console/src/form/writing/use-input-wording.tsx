// The names of the inputs of built-in applications, and of what can be chosen for them, in the language of the page; the API has them in English.
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import type { Field } from '../fields.rules.ts';
import type { Wording } from '../schema-fields.tsx';
import { useApplicationName } from './use-application-name.tsx';

export function useInputWording(application: Application | undefined): (field: Field) => Wording | undefined {
  const { t } = useTranslation('form');
  const nameOf = useApplicationName();
  return ({ name, label, description, choices }) => {
    if (!application?.builtIn) return undefined;
    /** A choice may be an application. */
    const choice = (id: string): string =>
      t(`inputs.${name}.choices.${id}` as 'inputs.goal.choices.fix', {
        defaultValue: nameOf({ id, name: id }),
      });
    return {
      label: t(`inputs.${name}.label` as 'inputs.keywords.label', { defaultValue: label }),
      description: t(`inputs.${name}.help` as 'inputs.keywords.help', { defaultValue: description ?? '' }),
      choiceNames: Object.fromEntries(choices.map((id) => [String(id), choice(String(id))])),
    };
  };
}
