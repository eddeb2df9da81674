// The identifier of a product, which a click copies.
import { useClipboard } from '@mantine/hooks';
import { CheckIcon, CopyIcon } from 'lucide-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import classes from '../products.module.css';

export function AsinCell({ asin, t }: { asin: string; t: TFunction<'products'> }): ReactNode {
  const { copied, copy } = useClipboard();
  const words = t(copied ? 'copied' : 'copyAsin', { asin });
  return (
    <button
      type="button"
      className={classes.asin}
      aria-label={words}
      title={words}
      onClick={() => copy(asin)}
    >
      {asin} {copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
    </button>
  );
}
