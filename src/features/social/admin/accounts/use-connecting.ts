import { useEffect, useState, useSyncExternalStore } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { Connection, ConnectionResult } from '#features/social/accounts/contract.ts'
import { createConnecting } from './connecting.ts'
import { useAccountRefresh } from './use-accounts.ts'

const width = 600
const height = 700

/** Opens an empty window in the middle of ours; null when the browser does not. */
function openPopUp(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2)
  return window.open('', 'social-connection', `popup,width=${width},height=${height},left=${left},top=${top}`)
}

/** Connects accounts at the pages of their platforms: how far it is, how to begin and how to stop waiting. */
export function useConnecting() {
  const api = useApi()
  const refresh = useAccountRefresh()
  const [connecting] = useState(() =>
    createConnecting({
      openPopUp,
      connect: (platform) => api.send('POST', '/api/social/accounts/connect', Connection, { platform }),
      readResult: (id) => api.get(`/api/social/connections/${encodeURIComponent(id)}`, ConnectionResult),
      onChange: () => void refresh(),
    }),
  )
  useEffect(() => connecting.stop, [connecting])
  const state = useSyncExternalStore(connecting.subscribe, connecting.current)
  return { state, begin: connecting.begin, stop: connecting.stop }
}
