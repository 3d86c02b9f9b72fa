import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import { useLive } from '#admin/kit/live/use-live.ts'
import { Backup, BackupDetails, BackupSummary, backupsChanged } from '#features/backups/contract.ts'

export const backupsPath = '/api/backups'
const queryKey = ['backups']
const topics = [backupsChanged]
const keys = [queryKey] as const
// While one is made and changes are not told, in milliseconds.
const askEvery = 3_000

export const backupPath = (id: string) => `${backupsPath}/${encodeURIComponent(id)}`

/** Whether a backup is being made. */
export const isRunning = ({ state }: Pick<Backup, 'state'>) =>
  state === 'waiting' || state === 'writing' || state === 'proving'

/** Whether the installation can be restored, as it is now. */
export function useBackupSummary() {
  const isLive = useLive(topics, keys)
  const api = useApi()
  return useQuery({
    queryKey: [...queryKey, 'summary'],
    queryFn: ({ signal }) => api.get(`${backupsPath}/summary`, BackupSummary, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (!isLive && state.data?.running ? askEvery : false),
  })
}

/** All backups, the latest first. */
export function useBackupList() {
  return usePagedList({
    queryKey: [...queryKey, 'list'],
    path: backupsPath,
    entry: Backup,
    pageSize: 50,
    refetchInterval: (backups) => (backups.some(isRunning) ? askEvery : false),
  })
}

/** One backup, as it is now. */
export function useBackup(id: string) {
  useLive(topics, keys)
  const api = useApi()
  return useQuery({
    queryKey: [...queryKey, id],
    queryFn: ({ signal }) => api.get(backupPath(id), BackupDetails, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? askEvery : false),
  })
}

/** Fetches all that is shown of backups again. */
export function useBackupRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey })
}
