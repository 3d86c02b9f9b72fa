import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { useLive } from '#admin/kit/live/use-live.ts'
import { BotRule, BotRules, botRulesChanged, type NewBotRule } from '#features/analytics/contract.ts'

const topics = [botRulesChanged]
// Figures change with the rules.
const keys = [['dashboard']]
const rulesKey = ['dashboard', 'bot-rules']

/** Which visits are bots. While a rule is at work, figures are fetched again as it goes on. */
export function useBotRules() {
  const api = useApi()
  useLive(topics, keys)
  return useQuery({
    queryKey: rulesKey,
    queryFn: async ({ signal }) => (await api.get('/api/analytics/bot-rules', BotRules, signal)).rules,
  })
}

/** Makes rules and undoes them. */
export function useBotRuleActions({ done }: { done: () => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const { isBusy, run } = useAction({
    onSettled: () => {
      done()
      return queries.invalidateQueries({ queryKey: rulesKey })
    },
  })
  return {
    isBusy,
    create: (rule: NewBotRule, toast: string) =>
      run(() => api.send('POST', '/api/analytics/bot-rules', BotRule, rule), toast),
    undo: (id: string) => run(() => api.send('POST', `/api/analytics/bot-rules/${id}/undo`, BotRule)),
  }
}
