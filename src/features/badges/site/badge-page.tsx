import { renderToString } from 'react-dom/server'
import type { BadgePage as Award } from '#features/badges/contract.ts'
import type { PageInput } from '#site/contract.ts'
import { BadgeSeal } from '#ui/badge-seal-picture.tsx'
import { Braid, Microprint } from '#ui/engraving.tsx'
import { formatDate } from '#ui/typesetting.ts'
import { badgeAddress, linkedInAddress } from './share-links.ts'
import { Verification, type VerificationProps } from './verification.tsx'
import { pickVerificationTexts } from './verification-texts.ts'

/** The public page of an award: the seal, its holder and achievement, and the verification. */
export function BadgePage(input: PageInput<'badge'>) {
  const badge = input.data
  return (
    <>
      <Certificate input={input} badge={badge} />
      <VerificationSection input={input} badge={badge} />
    </>
  )
}

interface PartProps {
  input: PageInput
  badge: Award
}

function Certificate({ input, badge }: PartProps) {
  const { language, facts, t } = input
  const date = formatDate(new Date(badge.awardedAt), language)
  return (
    <section className="certificate" data-revoked={badge.revokedAt !== null || undefined}>
      <Braid />
      <div className="plate">
        <BadgeSeal className="badge-seal" type={badge.type} size={620} />
        <div className="words">
          <p className="label">{t('badge-page:label')}</p>
          <h1>{badge.name}</h1>
          <p className="lead">
            {t('badge-page:holder')}{' '}
            <span className="holder">
              <bdi>{badge.holder}</bdi>
            </span>
          </p>
          <p className="description">{badge.description}</p>
          {badge.revokedAt && <Revocation input={input} badge={badge} />}
          <dl>
            <div>
              <dt>{t('badge-page:facts.date')}</dt>
              <dd>
                <time dateTime={badge.awardedAt}>{date}</time>
              </dd>
            </div>
            <div>
              <dt>{t('badge-page:facts.issuer')}</dt>
              <dd>{facts.name}</dd>
            </div>
            <div className="criteria">
              <dt>{t('badge-page:facts.criteria')}</dt>
              <dd>{badge.criteria}</dd>
            </div>
          </dl>
          <Actions input={input} badge={badge} />
        </div>
      </div>
      <Microprint />
      <Braid />
    </section>
  )
}

function Revocation({ input: { language, t }, badge }: PartProps) {
  if (!badge.revokedAt) return null
  return (
    <div className="revocation">
      <p>
        <b>{t('badge-page:revoked.title', { date: formatDate(new Date(badge.revokedAt), language) })}</b>
      </p>
      <p dir="auto">{badge.revokeReason ?? t('badge-page:revoked.noReason')}</p>
    </div>
  )
}

function Actions({ input, badge }: PartProps) {
  const { language, facts, assets, t } = input
  const address = badgeAddress(facts.publicUrl, language, badge.id)
  return (
    <div className="deeds" data-island={assets.badges}>
      <p className="actions">
        <a className="button" href="#verification">
          {t('badge-page:actions.verify')}
        </a>
        {!badge.revokedAt && (
          <a href={linkedInAddress(badge, facts.name, address)} rel="noopener">
            {t('badge-page:actions.linkedIn')}
          </a>
        )}
        <span className="copying">
          <button type="button" value={address} data-copy={t('badge-page:actions.copied')}>
            {t('badge-page:actions.copy')}
          </button>
          <span role="status" />
        </span>
      </p>
      <p className="downloads">
        <span>{t('badge-page:actions.download')}</span>
        <a href={badge.pngPath} download>
          PNG
        </a>
        <a href={badge.svgPath} download>
          SVG
        </a>
        <a href={badge.credentialPath} download>
          JSON
        </a>
      </p>
      <p className="printed" dir="ltr">
        {address}
      </p>
    </div>
  )
}

function VerificationSection({ input, badge }: PartProps) {
  const { language, facts, assets, t } = input
  const props: VerificationProps = {
    texts: pickVerificationTexts(t),
    language,
    origin: facts.publicUrl,
    credentialPath: badge.credentialPath,
  }
  return (
    <section className="entry" id="verification">
      <p className="margin">
        <b>{t('badge-page:verify.label')}</b>
        {t('badge-page:verify.note')}
      </p>
      <div className="section-body">
        <h2>{t('badge-page:verify.title')}</h2>
        <p className="explained">{t('badge-page:verify.text')}</p>
        <noscript>
          <p className="explained">{t('badge-page:verify.noscript')}</p>
        </noscript>
        <div
          id="verifier"
          data-island={assets.badges}
          data-props={JSON.stringify(props)}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup, with the marks hydration looks for
          dangerouslySetInnerHTML={{ __html: renderToString(<Verification {...props} />) }}
        />
        <h3>{t('badge-page:elsewhere.title')}</h3>
        <p className="explained">{t('badge-page:elsewhere.text')}</p>
        <ul className="sources">
          {[
            { label: t('badge-page:elsewhere.credential'), path: badge.credentialPath },
            { label: t('badge-page:elsewhere.issuer'), path: '/.well-known/did.json' },
          ].map(({ label, path }) => (
            <li key={path}>
              <span>{label}</span>
              <a href={path} dir="ltr">
                {facts.publicUrl}
                {path}
              </a>
            </li>
          ))}
          <li>
            <span>{t('badge-page:elsewhere.did')}</span>
            <code dir="ltr">{badge.issuer}</code>
          </li>
        </ul>
      </div>
    </section>
  )
}
