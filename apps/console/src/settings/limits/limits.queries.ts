// What the page of limits asks of the API.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/ask.client.ts';
import { limitOf } from './limits.rules.ts';

/** How many requests are left to the account: answers tell it, that to a read and that to a change of nothing. */
export const requestsQuery = queryOptions({
  queryKey: ['settings', 'requests'],
  queryFn: async ({ signal }) => {
    const [read, write] = await Promise.all([
      api.getAccount({ signal }),
      api.updateAccount({ body: {}, signal }),
    ]);
    return { read: limitOf(read.response.headers), write: limitOf(write.response.headers) };
  },
});
