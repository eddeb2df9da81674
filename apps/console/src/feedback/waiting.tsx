// What is shown while something loads: nothing for a moment, then the shape of what comes.
import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Time after which a wait is shown, in milliseconds. */
const UNSEEN_MS = 200;

/** Keeps the place of `rows` rows, each `height` px high. */
export function Waiting({ rows = 3, height = 44 }: { rows?: number; height?: number }) {
  const { t } = useTranslation('feedback');
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), UNSEEN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={t('loading')} style={{ height: rows * height }}>
      {isSeen && Array.from({ length: rows }, (_, row) => <Skeleton key={row} height={height - 8} mb={8} />)}
    </div>
  );
}
