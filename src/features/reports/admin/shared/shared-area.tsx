import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { createApiClient } from '#admin/kit/api/api-client.ts'
import { ApiContext, type PanelReader, UserContext } from '#admin/kit/api/api-context.tsx'
import { createQueryClient } from '#admin/kit/api/query-client.ts'
import { linkScopes } from '#features/reports/model.ts'
import { tokenOf } from './shared-path.ts'
import { SharedScreen } from './shared-screen.tsx'

/** Whoever has the link: nobody of the team, who reads the figures and nothing else. */
const reader: PanelReader = {
  ...{ id: '', username: '', name: '', role: 'viewer', scopes: linkScopes },
  ...{ languages: null, language: null, theme: null, time_zone: null },
}

/** What shared links lead to, without a sign-in. Another link in the same window begins anew. */
export function SharedArea() {
  const token = tokenOf(useLocation().hash)
  return <Opened key={token} token={token} />
}

function Opened({ token }: { token: string }) {
  const [queryClient] = useState(createQueryClient)
  const [api] = useState(() =>
    createApiClient({
      fetch: (input, init) => fetch(input, init),
      getToken: () => token,
      getLanguage: () => document.documentElement.lang,
      // Nobody is signed in, so there is nothing to renew and no password to ask for.
      renewSession: async () => false,
      askForPassword: async () => false,
    }),
  )
  return (
    <QueryClientProvider client={queryClient}>
      <ApiContext value={api}>
        <UserContext value={reader}>
          <SharedScreen token={token} />
        </UserContext>
      </ApiContext>
    </QueryClientProvider>
  )
}
