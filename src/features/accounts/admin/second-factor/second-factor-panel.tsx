import './texts.ts'
import { useState } from 'react'
import { Hint, Tag } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { FactorAdded } from '#features/accounts/second-factor/contract.ts'
import { PasskeyPart } from './passkey-part.tsx'
import { RecoveryCodePart } from './recovery-code-part.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import styles from './second-factor.module.css'
import { TotpPart } from './totp-part.tsx'
import { useFactorChanges, useSecondFactor } from './use-second-factor.ts'

/** The user's own second factor: authenticator app, passkeys and recovery codes. */
export function SecondFactorPanel() {
  const { t } = useTexts()
  const query = useSecondFactor()
  const { showAdded } = useFactorChanges()
  const [codes, setCodes] = useState<readonly string[]>()
  const { data } = query
  const isOn = data !== undefined && (data.totp !== null || data.passkeys.length > 0)

  function onAdded(added: FactorAdded) {
    showAdded(added)
    if (added.recovery_codes) setCodes(added.recovery_codes)
  }

  return (
    <Panel
      headingId="second-step"
      title={t('secondFactor.title')}
      isWide
      aside={data && <Tag>{t(isOn ? 'secondFactor.on' : 'secondFactor.off')}</Tag>}
    >
      <Hint>
        {t('secondFactor.intro')} {data && !isOn && t('secondFactor.introEnds')}
      </Hint>
      {data && (
        <div className={styles.parts}>
          <TotpPart totp={data.totp} isLast={data.passkeys.length === 0} onAdded={onAdded} />
          <PasskeyPart passkeys={data.passkeys} isOnly={data.totp === null} onAdded={onAdded} />
          <RecoveryCodePart codes={data.recovery_codes} onRenewed={setCodes} />
        </div>
      )}
      {query.isPending && <LoadingBlock height={160} />}
      {query.isError && !data && <LoadFailure query={query} title={t('secondFactor.failed')} />}
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </Panel>
  )
}
