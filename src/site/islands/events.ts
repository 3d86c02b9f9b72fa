// What a visitor does on a page, where the team wants to know it.
const mostEvents = 50
const { dataset, lang: language } = document.documentElement
const events: object[] = []
let depth = 0

/** An id that pages without HTTPS have, too. */
const makeId = () =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (
      Number(digit) ^
      ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & (15 >> (Number(digit) / 4)))
    ).toString(16),
  )

function record(name: string, value = ''): void {
  if (events.length < mostEvents)
    events.push({ id: makeId(), name, value: value.slice(0, 200), page: dataset.page, language })
}

const file = /\.(pdf|zip|csv|json|txt|docx?|xlsx?|pptx?|odt|ods|odp|mp[34])$/i

function recordClick({ target }: Event): void {
  if (!(target instanceof Element)) return
  const named = target.closest<HTMLElement>('[data-event]')
  if (named) record(named.dataset.event ?? '', named.dataset.eventValue)
  const link = target.closest('a')
  if (!link?.href) return
  if (link.host !== location.host) {
    if (link.protocol.startsWith('http')) record('outbound', link.hostname)
  } else if (link.download || file.test(link.pathname)) record('download', link.pathname)
}

addEventListener('click', recordClick, true)
// The middle button opens links too.
addEventListener('auxclick', recordClick, true)
addEventListener(
  'scroll',
  () => {
    const part = (scrollY + innerHeight) / document.documentElement.scrollHeight
    depth = Math.max(depth, Math.floor(part * 4 + 0.01) * 25)
  },
  { passive: true },
)
const begun = new Set<HTMLFormElement>()
addEventListener(
  'input',
  ({ target }) => {
    const form = target instanceof Element ? target.closest('form') : null
    if (!form || begun.has(form)) return
    begun.add(form)
    record('form_start', form.id || (form.getAttribute('name') ?? ''))
  },
  true,
)

addEventListener('visibilitychange', () => {
  if (!document.hidden) return
  if (depth > 0) record('scroll', String(depth))
  depth = 0
  const happened = { events: events.splice(0) }
  if (happened.events.length)
    navigator.sendBeacon(
      '/api/analytics/events',
      new Blob([JSON.stringify(happened)], { type: 'application/json' }),
    )
})

export {}
