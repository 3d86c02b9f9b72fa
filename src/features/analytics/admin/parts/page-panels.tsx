import { useCan } from '#admin/kit/api/api-context.tsx'
import { analyticsPermissions } from '#features/analytics/permissions.ts'
import { BotRulesPanel } from './bot-rules-panel.tsx'
import { EventPanel } from './event-panel.tsx'
import { SpeedPanel } from './speed-panel.tsx'

/** What happens on the pages: how fast they are, and what visitors do. */
export function PagePanels() {
  const canReadRules = useCan(analyticsPermissions.readBotRules)
  return (
    <>
      <SpeedPanel />
      <EventPanel />
      {canReadRules && <BotRulesPanel />}
    </>
  )
}
