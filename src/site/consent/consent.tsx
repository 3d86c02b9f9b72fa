import type { PageInput } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'
import { categories } from './choice.ts'

/** The version of the question: raised when the question changes, so that everyone is asked again. */
const version = 1

/**
 * The consent banner: the same bytes for everyone, shown by the script to visitors who have not answered. Only on a site with
 * a Google tag.
 */
export function Consent(input: PageInput) {
  const { facts, assets, privacyControl, t } = input
  if (!facts.googleTag) return null
  return (
    <>
      <section
        id="consent"
        hidden
        aria-labelledby="consent-title"
        data-script={assets.consent}
        data-tag={facts.googleTag}
        data-version={version}
        data-gpc={privacyControl ? '' : undefined}
        data-saved={t('consent:saved')}
      >
        <div>
          <h2 id="consent-title" tabIndex={-1}>
            {t('consent:title')}
          </h2>
          <p>
            {t('consent:text')} <a href={pageAddress('privacy', input)}>{t('site:footer.privacy')}</a>
          </p>
          <p className="signal">{t('consent:signal')}</p>
          <fieldset id="consent-options" tabIndex={-1} hidden>
            <legend className="unseen">{t('consent:options')}</legend>
            {(['essential', ...categories] as const).map((category) => (
              <p key={category}>
                <label htmlFor={`consent-${category}`}>{t(`consent:${category}.title`)}</label>
                <input
                  id={`consent-${category}`}
                  type="checkbox"
                  aria-describedby={`consent-${category}-text`}
                  {...(category === 'essential'
                    ? { defaultChecked: true, disabled: true }
                    : { name: 'consent', value: category })}
                />
                <small id={`consent-${category}-text`}>{t(`consent:${category}.text`)}</small>
              </p>
            ))}
          </fieldset>
        </div>
        <div className="answers">
          <button className="button" type="button" data-consent="essential">
            {t('consent:only_essential')}
          </button>
          <button className="button" type="button" data-consent="all">
            {t('consent:accept_all')}
          </button>
          <button className="plain" type="button" data-consent="choose">
            {t('consent:choose')}
          </button>
          <button className="button" type="button" data-consent="save">
            {t('consent:save')}
          </button>
        </div>
      </section>
      <p id="consent-status" className="unseen" role="status" />
    </>
  )
}

/** The footer's button that opens the consent settings. */
export function ConsentSettings({ facts, t }: PageInput) {
  if (!facts.googleTag) return null
  return (
    <button className="settings" type="button" data-consent="settings">
      {t('consent:settings')}
    </button>
  )
}
