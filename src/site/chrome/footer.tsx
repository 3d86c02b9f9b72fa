import type { ReactNode } from 'react'
import { ConsentSettings } from '#site/consent/consent.tsx'
import type { PageInput } from '#site/contract.ts'
import { Braid, Microprint } from '#ui/engraving.tsx'
import { formatYears } from '#ui/typesetting.ts'
import { listLegalLinks, listQuickLinks, type NavigationLink } from './navigation.ts'

/** The first year of the copyright. */
const founded = 2025

interface LinkListProps {
  title: string
  links: NavigationLink[]
  newTab: string
  children?: ReactNode
}

function LinkList({ title, links, newTab, children }: LinkListProps) {
  if (links.length === 0) return null
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {links.map(({ label, href, external, current }) => (
          <li key={label}>
            <a
              href={href}
              aria-current={current && 'page'}
              {...(external && { target: '_blank', rel: 'noopener' })}
            >
              {label}
              {external && <span className="unseen"> {newTab}</span>}
            </a>
          </li>
        ))}
        {children && <li>{children}</li>}
      </ul>
    </div>
  )
}

/** The footer of every page: quick links, the contact mailbox, legal links. */
export function Footer(input: PageInput) {
  const { facts, language, year, t } = input
  const newTab = t('site:resources.new_tab')
  const tagline = facts.taglines[language]
  const contact = [
    { label: facts.mailboxes.general, href: `mailto:${facts.mailboxes.general}` },
    { label: t('site:footer.login'), href: '/login' },
  ]
  return (
    <>
      <Microprint />
      <Braid />
      <footer>
        <div className="columns">
          <p className="serif">{tagline ? t('site:footer.tagline', { tagline }) : t('site:footer.line')}</p>
          <LinkList title={t('site:footer.links')} links={listQuickLinks(input, t)} newTab={newTab} />
          <LinkList title={t('site:footer.contact')} links={contact} newTab={newTab} />
          <LinkList title={t('site:footer.legal')} links={listLegalLinks(input, t)} newTab={newTab}>
            {facts.googleTag && <ConsentSettings {...input} />}
          </LinkList>
        </div>
        <p className="end">
          <small>{t('site:footer.copyright', { years: formatYears(founded, year, language) })}</small>
          <small>{t('site:footer.rights')}</small>
        </p>
      </footer>
    </>
  )
}
