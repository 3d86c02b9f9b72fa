import { useRef, useState } from 'react'
import type { Certificate } from '#features/signatures/contract.ts'
import type { ActiveSignature } from '#features/signatures/page/contract.ts'
import { CertificateDownload } from '#features/signatures/site/certificate/certificate-download.tsx'
import { useCertificate } from '#features/signatures/site/certificate/use-certificate.ts'
import { copyOrSelect } from '#ui/copying.ts'
import { Rosette, Seal } from '#ui/engraving.tsx'
import { formatDay } from '#ui/moment.ts'
import type { IslandProps } from './activation-props.ts'
import { NextSteps } from './next-steps.tsx'

interface ActivatedProps extends IslandProps {
  token: string
  signature: ActiveSignature
}

/** The third step: the seal, the signature, its certificate, and where to go from here. */
export function Activated({ token, signature, ...props }: ActivatedProps) {
  const { language, timeZone, name, links, t } = props
  const certificate = useCertificate(token, language)
  const revokedAt = certificate?.revoked_at ?? signature.revokedAt
  return (
    <>
      <section className="panel proven" data-revoked={revokedAt !== null || undefined}>
        <div className="plate" aria-hidden="true">
          <Rosette />
          <Seal className="seal" />
        </div>
        <div className="form">
          <h2>{t('activation:done.details')}</h2>
          <Facts {...{ signature, certificate, language, timeZone, t }} />
          <p className="fact">{t('activation:done.key', { name })}</p>
        </div>
      </section>
      <CertificateDownload {...{ token, language, certificate, t }} certificateId={signature.certificateId} />
      <NextSteps links={links} t={t} />
    </>
  )
}

interface FactsProps extends Pick<IslandProps, 'language' | 'timeZone' | 't'> {
  signature: ActiveSignature
  certificate: Certificate | undefined
}

function Facts({ signature, certificate, language, timeZone, t }: FactsProps) {
  const revokedAt = certificate?.revoked_at ?? signature.revokedAt
  const reason = certificate?.revoke_reason ?? signature.revokeReason
  const moment = (time: string) => (
    <time dateTime={time} suppressHydrationWarning>
      {formatDay(time, language, timeZone)}
    </time>
  )
  return (
    <dl className="facts">
      <dt>{t('activation:done.status')}</dt>
      <dd className="state">{t(revokedAt ? 'activation:done.revoked' : 'activation:done.active')}</dd>
      {revokedAt && (
        <>
          <dt>{t('activation:revoked.revokedAt')}</dt>
          <dd>{moment(revokedAt)}</dd>
        </>
      )}
      {revokedAt && reason && (
        <>
          <dt>{t('activation:revoked.reason')}</dt>
          <dd dir="auto">{reason}</dd>
        </>
      )}
      <dt>{t('activation:fields.signature')}</dt>
      <dd>
        <code dir="ltr">{signature.id}</code>
      </dd>
      <dt>{t('activation:done.address')}</dt>
      <dd>
        <CopiedAddress text={signature.address} t={t} />
      </dd>
      <dt>{t('activation:done.activatedAt')}</dt>
      <dd>{moment(signature.activatedAt)}</dd>
    </dl>
  )
}

/** The address, with a button to copy it. */
function CopiedAddress({ text, t }: { text: string } & Pick<IslandProps, 't'>) {
  const address = useRef<HTMLElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyOrSelect(text, address.current))
  return (
    <>
      <code dir="ltr" ref={address}>
        {text}
      </code>
      <span className="copying">
        <button type="button" onClick={() => void copy()}>
          {t('activation:done.copy')}
        </button>
        <span role="status">{isCopied && t('activation:done.copied')}</span>
      </span>
    </>
  )
}
