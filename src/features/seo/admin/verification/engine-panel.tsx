import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { fieldErrors } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { seoPermissions } from '#features/seo/permissions.ts'
import type { Verification, VerificationCheck, VerifiedEngine } from '#features/seo/verification/contract.ts'
import type { VerificationActions } from './use-verifications.ts'

/** Where each engine gives its code. */
const consoles: Record<VerifiedEngine, string> = {
  google: 'https://search.google.com/search-console',
  baidu: 'https://ziyuan.baidu.com/site/index',
  yandex: 'https://webmaster.yandex.com/sites/',
  bing: 'https://www.bing.com/webmasters',
}

interface EnginePanelProps {
  verification: Verification
  actions: VerificationActions
}

/** The code of one search engine: whether it is stored, whether the page shows it, and its form. */
export function EnginePanel({ verification, actions }: EnginePanelProps) {
  const { t } = useTexts()
  const { engine, state, code, element, check } = verification
  const canChange = useCan(seoPermissions.change)
  const isVerified = state === 'verified'
  return (
    <Panel
      title={t(`seo.engines.${engine}`)}
      size="small"
      aside={
        <State symbol={isVerified ? 'done' : 'none'}>
          {t(isVerified ? 'seo.verification.verified' : 'seo.verification.pending')}
        </State>
      }
    >
      {isVerified && (
        <p>
          <Detail>{t('seo.verification.element')}</Detail>
          <code dir="ltr">{`<meta name="${element}" content="${code}">`}</code>
        </p>
      )}
      {isVerified && <CheckResult check={check} />}
      {canChange && <CodeForm key={code} verification={verification} actions={actions} />}
    </Panel>
  )
}

function CheckResult({ check }: { check: VerificationCheck | null }) {
  const { t, format } = useTexts()
  if (!check) return <State symbol="begun">{t('seo.verification.unchecked')}</State>
  const { outcome, status, at } = check
  const isFound = outcome === 'found'
  return (
    <div>
      <State symbol={isFound ? 'done' : 'attention'} isError={!isFound}>
        {t(`seo.verification.outcomes.${outcome}`)}
      </State>
      {outcome === 'unreachable' && status !== null && (
        <Hint isError>{t('seo.verification.answered', { status: format.number(status) })}</Hint>
      )}
      <Detail>
        <time dateTime={at}>{format.dateTime(at)}</time> · <bdi>{check.url}</bdi>
      </Detail>
    </div>
  )
}

function CodeForm({ verification: { engine, code, state }, actions }: EnginePanelProps) {
  const { t } = useTexts()
  const [typed, setTyped] = useState(code)
  const [isAsked, setAsked] = useState(false)
  const saving = useAction({ showsFailure: true })
  const removing = useAction({ onSettled: () => setAsked(false) })
  const { code: refusal } = fieldErrors(saving.error)
  const name = t(`seo.engines.${engine}`)
  return (
    <StackedForm
      onSubmit={(event) => {
        event.preventDefault()
        saving.run(() => actions.save(engine, typed), t('seo.verification.saved'))
      }}
    >
      <LeaveGuard isDirty={typed !== code} />
      <TextInput
        label={t('seo.verification.code')}
        aria-label={`${name}: ${t('seo.verification.code')}`}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        maxLength={500}
        value={typed}
        error={refusal}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Hint isError role="alert">
        {!refusal && saving.failure}
      </Hint>
      <ButtonRow>
        <Button type="submit" variant={state === 'verified' ? 'default' : 'filled'} loading={saving.isBusy}>
          {t('seo.verification.save')}
        </Button>
        {state === 'verified' && (
          <Button variant="default" onClick={() => setAsked(true)}>
            {t('seo.verification.remove')}
          </Button>
        )}
        <OutwardLink to={consoles[engine]}>{t('seo.verification.getCode')}</OutwardLink>
      </ButtonRow>
      <ConfirmDialog
        opened={isAsked}
        title={t('seo.verification.removeTitle', { engine: name })}
        confirm={t('seo.verification.remove')}
        cancel={t('seo.verification.keep')}
        isBusy={removing.isBusy}
        focus="cancel"
        onConfirm={() => removing.run(() => actions.remove(engine), t('seo.verification.removed'))}
        onClose={() => setAsked(false)}
      >
        {t('seo.verification.removeText', { engine: name })}
      </ConfirmDialog>
    </StackedForm>
  )
}
