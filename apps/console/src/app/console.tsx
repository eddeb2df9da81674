// Everything that the pages of the console stand on: look, data, routes.
import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client';
import { remedyOf } from '../api/failures.rules.ts';
import { pollWhile, readsAgain } from '../api/polling.state.ts';
import { expire } from '../api/session.state.ts';
import { isSomethingAbove } from '../keyboard/keyboard.state.ts';
import { later } from '../page/index.ts';
import { router } from './router.tsx';
import { theme, variables } from './theme.ts';

// Not needed before the first page is shown.
const Notices = later(() => import('./notices.tsx'));

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
setNonce(nonce); // of the style that stops scrolling below a dialog

const onError = (error: Error): void => {
  if (error instanceof ApiError && remedyOf(error.code) === 'sign-in') expire();
};

/**
 * The client of the API itself repeats what may be repeated. Without a connection, what is asked fails at once and says so: it does
 * not wait, and is not sent when nobody expects it any more.
 */
const USUAL = { retry: false, networkMode: 'always' } as const;

// Rows do not move under an open menu or dialog, unless it shows itself what is read: then it says so by `data-live`.
pollWhile(() => !isSomethingAbove('[data-live]'));

const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // What is always sent is by default not read again when the connection is back.
  defaultOptions: {
    queries: { ...USUAL, staleTime: 5000, refetchOnReconnect: true, refetchOnWindowFocus: readsAgain },
    mutations: USUAL,
  },
});

/** The console. */
export function Console() {
  const { t } = useTranslation('app');
  const named = useMemo(() => {
    const closeButtonProps = { 'aria-label': t('close') };
    const closable = { defaultProps: { closeButtonProps } };
    return mergeThemeOverrides(theme, {
      components: { Modal: closable, Drawer: closable, Notification: closable },
    });
  }, [t]);
  return (
    <MantineProvider
      theme={named}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <Notices />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
