import { describeError } from '#admin/kit/api/errors.ts'
import type { Translate } from '#admin/kit/texts/texts.ts'
import { describeFailure } from '#features/social/admin/texts.ts'
import { platformNames } from '#features/social/contract.ts'
import type { ConnectingState } from './connecting.ts'

type Begun = Exclude<ConnectingState, { step: 'none' }>

interface Described {
  kind: 'plain' | 'warning' | 'error'
  title: string
  text?: string
}

/** What a person is told while an account is being connected, and when that has ended. */
export function describeConnecting(state: Begun, t: Translate): Described {
  const platform = platformNames[state.platform]
  switch (state.step) {
    case 'opening':
    case 'waiting':
      return {
        kind: 'plain',
        title: t('accounts_screen.connecting.waiting', { platform }),
        text: t('accounts_screen.connecting.waitingText'),
      }
    case 'closed':
      return {
        kind: 'warning',
        title: t('accounts_screen.connecting.closed'),
        text: t('accounts_screen.connecting.closedText', { platform }),
      }
    case 'blocked':
      return {
        kind: 'warning',
        title: t('accounts_screen.connecting.blocked'),
        text: t('accounts_screen.connecting.blockedText'),
      }
    case 'connected':
      return { kind: 'plain', title: t('accounts_screen.connecting.connected', { platform }) }
    case 'refused':
      return {
        kind: 'warning',
        title: t('accounts_screen.connecting.refused', { platform }),
        text: t('accounts_screen.connecting.refusedText'),
      }
    case 'failed':
      return {
        kind: 'error',
        title: t('accounts_screen.connecting.failed', { platform }),
        text: describeFailure(state.failure, t),
      }
    case 'broken':
      return {
        kind: 'error',
        title: t('accounts_screen.connecting.failed', { platform }),
        text: describeError(state.error, t),
      }
    case 'expired':
      return {
        kind: 'warning',
        title: t('accounts_screen.connecting.expired'),
        text: t('accounts_screen.connecting.expiredText'),
      }
  }
}
