import { BotRulesPanel } from './bot-rules-panel.tsx'
import { EventPanel } from './event-panel.tsx'
import { SpeedPanel } from './speed-panel.tsx'

/** What happens on the pages: how fast they are, and what visitors do. */
export function PagePanels() {
  return (
    <>
      <SpeedPanel />
      <EventPanel />
      <BotRulesPanel />
    </>
  )
}
