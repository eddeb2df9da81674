// What the page of the workspace, and that of its limits, ask of the API.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Workspace, WorkspaceDetails, WorkspacePatch, WorkspaceRequest } from '#client';
import { api } from '../../api/ask.client.ts';
import { beginAnew, enterWorkspace, keep } from '../../api/session.state.ts';

/** A workspace of the account, with its budget and what was spent. */
export const workspaceQuery = (id: string) =>
  queryOptions({
    queryKey: ['settings', 'workspace', id],
    queryFn: ({ signal }) => api.getWorkspace({ path: { id }, signal }).then(({ data }) => data),
  });

/** Changes a workspace, and what the console knows of it. */
export function useChangeWorkspace(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: WorkspacePatch): Promise<WorkspaceDetails> => {
      const { data } = await api.updateWorkspace({ path: { id }, body });
      keep((await api.getAccount()).data);
      return data;
    },
    onSuccess: (workspace) => client.setQueryData(workspaceQuery(id).queryKey, workspace),
  });
}

/** Creates a workspace, and goes on in it. */
export function useCreateWorkspace() {
  return useMutation({
    mutationFn: async ({ body, key }: { body: WorkspaceRequest; key: string }): Promise<void> => {
      const { data } = await api.createWorkspace({ body, headers: { 'Idempotency-Key': key } });
      await enterWorkspace(data.id);
    },
  });
}

/** Erases a workspace, and goes on in another one. */
export async function eraseWorkspace({ id, name }: Pick<Workspace, 'id' | 'name'>) {
  await api.eraseWorkspace({ path: { id }, body: { confirm: name } });
  return beginAnew();
}
