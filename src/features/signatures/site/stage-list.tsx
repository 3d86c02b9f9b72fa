import type { Translate } from '#site/contract.ts'
import type { ActivationControls } from './use-activation.ts'

const stages = ['link', 'form', 'done'] as const
export type Stage = (typeof stages)[number]

interface StageListProps {
  stage: Stage
  /** Whether the signature of the last step was revoked: nothing is active then. */
  isRevoked: boolean
  controls: ActivationControls
  t: Translate
}

/** The three steps, the current one marked, and how the check of the link is going. */
export function StageList({ stage, isRevoked, controls: { checkStatus, check }, t }: StageListProps) {
  const current = stages.indexOf(stage)
  return (
    <>
      <ol className="stages" aria-label={t('activation:stages.label')}>
        {stages.map((one, index) => (
          <li
            key={one}
            aria-current={one === stage ? 'step' : undefined}
            data-passed={index < current || (stage === 'done' && !isRevoked) || undefined}
          >
            {t(one === 'done' && isRevoked ? 'activation:done.revoked' : `activation:stages.${one}`)}
            {one === 'link' && checkStatus === 'running' && <i className="spinner" aria-hidden="true" />}
          </li>
        ))}
      </ol>
      <div className="check" role="status">
        {checkStatus === 'running' && <p className="unseen">{t('activation:check.running')}</p>}
        {checkStatus === 'failed' && <p className="refusal">{t('activation:check.failed')}</p>}
      </div>
      {checkStatus === 'failed' && (
        <button className="button" type="button" onClick={() => void check()}>
          {t('activation:check.retry')}
        </button>
      )}
    </>
  )
}
