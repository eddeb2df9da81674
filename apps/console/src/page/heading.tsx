// The heading of a page, and the title of the browser's tab.
import { Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** True until the first page is shown: the browser itself puts the focus at its start. */
let isFirst = true;

/** Names the tab after a page. */
export function useTitle(page: string): void {
  const { t } = useTranslation('app');
  useEffect(() => {
    document.title = t('title', { page });
  }, [t, page]);
}

/**
 * The one `h1` of a page; it gets the focus when the page is opened, unless a field of the page has taken it. `title` names the
 * tab.
 */
export function Heading({ title, children = title }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => {
    const isTaken = document.activeElement?.matches('main :is(input, textarea)');
    if (!isFirst && !isTaken) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <Title order={1} ref={heading} tabIndex={-1} className="page-heading">
      {children}
    </Title>
  );
}
