import type { PageInput } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'
import { Guide, Paragraphs, Points } from './guide.tsx'

/** The points of each list, by its section. */
const points = {
  stored: ['registration', 'mails', 'network', 'rights'],
  protection: ['passwords', 'sessions', 'roles', 'links', 'keys', 'mail', 'pages', 'logs'],
  limits: ['operator', 'service', 'quantum', 'bounty'],
}

/** What is stored, how it is protected, what is not promised, and how to report a vulnerability. */
export function Security(input: PageInput<'security'>) {
  const { facts, t } = input
  const listOf = (key: keyof typeof points) => (
    <Points input={input} keys={points[key].map((point) => `${key}.${point}`)} />
  )
  const { general: mailbox } = facts.mailboxes
  return (
    <Guide
      input={input}
      sections={[
        {
          key: 'state',
          body: (
            <Paragraphs
              input={input}
              keys={['state.beta', facts.anchorsLedger ? 'state.register_anchored' : 'state.register']}
            />
          ),
        },
        {
          key: 'stored',
          body: (
            <>
              {listOf('stored')}
              <p>
                <a href={pageAddress('privacy', input)}>{t('site:footer.privacy')}</a>
              </p>
            </>
          ),
        },
        { key: 'protection', body: listOf('protection') },
        {
          key: 'credential',
          body: (
            <>
              <Paragraphs input={input} keys={['credential.text']} />
              <p>
                <a href={pageAddress('verify', input)}>{t('guides:verify.title')}</a>
              </p>
            </>
          ),
        },
        { key: 'limits', body: listOf('limits') },
        {
          key: 'report',
          body: (
            <>
              <Paragraphs input={input} keys={['report.text']} />
              <p>
                <a href={`mailto:${mailbox}`} dir="ltr">
                  {mailbox}
                </a>
              </p>
              <Paragraphs input={input} keys={['report.answer']} />
            </>
          ),
        },
      ]}
    />
  )
}
