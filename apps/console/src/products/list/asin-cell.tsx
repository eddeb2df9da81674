// The identifier of a product, which a click copies.
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../products.module.css';

export function AsinCell({ asin }: { asin: string }): ReactNode {
  const { t } = useTranslation('products');
  const { copied, copy } = useClipboard();
  return (
    <button
      type="button"
      className={classes.asin}
      aria-label={t(copied ? 'copied' : 'copyAsin', { asin })}
      title={t(copied ? 'copied' : 'copyAsin', { asin })}
      onClick={() => copy(asin)}
    >
      {asin} {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
    </button>
  );
}
