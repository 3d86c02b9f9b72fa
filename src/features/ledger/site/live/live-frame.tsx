import { leafKinds } from '#features/ledger/model.ts'
import { statePath } from '#features/ledger/site/addresses.ts'
import type { PageInput } from '#site/contract.ts'
import { AnchorsPart } from './anchors-part.tsx'

/** What stands in a text for what the script fills in. */
const slots = { from: '{from}', to: '{to}', number: '{number}', names: '{names}' }

/** The frame of what changes: its script fills in the figures and the entries, and keeps them up to date. */
export function LiveFrame({ assets, preview, t }: PageInput) {
  const life = preview ? {} : { 'data-island': assets.ledger, 'data-near': '', 'data-state': 'waiting' }
  return (
    <div id="ledger-live" {...life}>
      <p className="without-script">
        {t('ledger:now.without_script')} <a href={statePath}>{t('ledger:programs.state')}</a>
      </p>
      <p className="waiting">{t('ledger:now.waiting')}</p>
      <div className="fault">
        <p role="alert" data-slot="fault" data-text={t('ledger:now.fault')} />
        <button type="button" className="button" name="retry">
          {t('ledger:now.retry')}
        </button>
      </div>
      <p className="fault unloaded">{t('ledger:now.unloaded')}</p>
      <p className="former" data-slot="former" data-text={t('ledger:now.continues', slots)} />
      <Figures t={t} />
      <Entries t={t} />
      <AnchorsPart t={t} />
      <p className="unseen" role="status" data-slot="news" data-text={t('ledger:entries.news', slots)} />
    </div>
  )
}

function Figures({ t }: Pick<PageInput, 't'>) {
  return (
    <div className="figures">
      <dl className="heads">
        <div className="size">
          <dt>{t('ledger:now.size')}</dt>
          <dd data-slot="size">–</dd>
        </div>
        <div>
          <dt>{t('ledger:now.root')}</dt>
          <dd>
            <code dir="ltr" data-slot="root" />{' '}
            <button type="button" name="copy">
              {t('ledger:now.copy')}
            </button>{' '}
            <span role="status" data-slot="copied" data-text={t('ledger:now.copied')} />
          </dd>
        </div>
        <div>
          <dt>{t('ledger:now.checkpoint')}</dt>
          <dd data-slot="checkpoint" data-text={t('ledger:now.no_checkpoint')} />
        </div>
        <div>
          <dt>{t('ledger:now.witnesses')}</dt>
          <dd data-slot="witnesses" data-text={t('ledger:now.no_witnesses')} />
        </div>
        <div>
          <dt>{t('ledger:now.anchoring')}</dt>
          <dd data-slot="anchored">
            <a href="#anchors" hidden>
              –
            </a>
            <span>{t('ledger:now.not_anchored')}</span>
          </dd>
        </div>
      </dl>
      <figure className="growth">
        <svg viewBox="0 0 600 160" preserveAspectRatio="none" aria-hidden="true">
          <path className="hatch" />
          <path className="curve" />
        </svg>
        <figcaption data-slot="growth" data-text={t('ledger:now.growth', slots)} />
        <dl className="kinds">
          {leafKinds.map((kind) => (
            <div key={kind}>
              <dt>{t(`ledger:kinds.${kind}`)}</dt>
              <dd data-kind={kind}>–</dd>
            </div>
          ))}
        </dl>
      </figure>
    </div>
  )
}

function Entries({ t }: Pick<PageInput, 't'>) {
  return (
    <>
      <p className="empty">{t('ledger:now.empty')}</p>
      <div className="entries">
        <div className="entries-head">
          <h3 id="entries">{t('ledger:entries.title')}</h3>
          <p>
            <label htmlFor="entry-kind">{t('ledger:entries.kind')}</label>
            <select id="entry-kind">
              <option value="">{t('ledger:entries.all')}</option>
              {leafKinds.map((kind) => (
                <option value={kind} key={kind}>
                  {t(`ledger:kinds.${kind}`)}
                </option>
              ))}
            </select>
          </p>
        </div>
        <p className="list-fault" role="alert" data-slot="list-fault" data-text={t('ledger:entries.fault')} />
        <ol className="rows" aria-labelledby="entries" />
        <p className="none">{t('ledger:entries.none')}</p>
        <button type="button" name="more">
          {t('ledger:entries.more')}
        </button>
      </div>
      <template id="entry-row">
        <li>
          <a href="?entry=" data-slot="number">
            {t('ledger:entries.number', slots)}
          </a>
          <span data-slot="kind" />
          <time data-slot="time" />
          <code dir="ltr" data-slot="hash" />
        </li>
      </template>
    </>
  )
}
