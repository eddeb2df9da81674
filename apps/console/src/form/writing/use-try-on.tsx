// Opens a new experiment in which something is tried on a few products.
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysByBody } from '../../api/new-key.client.ts';
import { Failed } from '../../feedback/index.ts';
import { dateOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { createDataset } from '../../reference/datasets.queries.ts';
import { useGoOn } from '../../page/index.ts';

/** Products on which something is tried: the newest ones. */
const PRODUCTS = 20;
/** Most characters of the name of an arm. */
const NAME_LENGTH = 60;

/** What is tried. */
export interface Tried {
  application?: string;
  model?: string;
  voice?: string;
  /** What it is called. */
  name?: string;
}

/**
 * The words on a button that tries, and what it does: it makes a dataset of the newest products, once for a page, and opens the
 * form. `tryOn` is always the same function.
 */
export function useTryOn(): { text: string; isMaking: boolean; tryOn: (tried: Tried) => void } {
  const { t } = useTranslation('form');
  const language = useLanguage();
  const goOn = useGoOn();
  const queries = useQueryClient();
  const [keyOf] = useState(keysByBody);
  const { mutate, isPending } = useMutation({
    mutationFn: (_tried: Tried) => {
      const name = t('tryOn.dataset', { count: PRODUCTS, date: dateOf(Date.now() / 1000, language) });
      const body = { name, products: { filter: {}, first: PRODUCTS }, references: 'accepted' as const };
      return createDataset(body, keyOf(body));
    },
    onSuccess: async ({ id }, tried) => {
      for (const list of ['list', 'offered'])
        void queries.invalidateQueries({ queryKey: ['datasets', list] });
      const name = tried.name?.slice(0, NAME_LENGTH);
      await goOn({ to: '/experiments/new', search: { dataset: id, ...tried, name } });
    },
    onError: (error) => void notifications.show({ message: <Failed error={error} />, autoClose: false }),
  });
  return { text: t('tryOn.text', { count: PRODUCTS }), isMaking: isPending, tryOn: mutate };
}
